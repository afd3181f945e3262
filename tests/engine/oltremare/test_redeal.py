"""Other deals a seat cannot rule out: what it knows stays, and every world is a possible one."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.oltremare.redact import venice_range
from engine.oltremare.state import READY, OltreMareState
from engine.oltremare.tables import GOOD_OF
from engine.testing.strategies import starts, wander
from tests.engine.conftest import SOAK
from tests.engine.oltremare.build import GAME, play, slip, table

some = settings(max_examples=60 * SOAK)


def worlds(s: OltreMareState, seat: int, count: int = 40) -> list[OltreMareState]:
    found = [GAME.redeal(s, seat, Random(k)) for k in range(count)]
    for world in found:
        GAME.check(world)
        assert GAME.view(world, seat) == GAME.view(s, seat)
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_it_keeps_what_is_known(seats: int, data: st.DataObject, share: float) -> None:
    """R14.1: hands, piles and the deck keep their sizes, cards their filling of the deck."""
    s = wander(GAME, data.draw(starts(GAME, seats)), share)
    for seat in range(seats):
        (world,) = worlds(s, seat, 1)
        assert world.players[seat].hand == s.players[seat].hand
        assert world.filled == s.filled
        assert [p.cargo for p in world.players] == [p.cargo for p in s.players]
        for mine, theirs in zip(world.players, s.players, strict=True):
            fillings = sorted(s.filled[card] for card in theirs.hand)
            assert sorted(world.filled[card] for card in mine.hand) == fillings
        for there, here in zip(world.deck, s.deck, strict=True):
            assert not (there and here) or world.filled[there] == s.filled[here]
        known = [card for p in s.players for card in p.hand if s.seen[card] >> seat & 1]
        assert all(world.seen[card] == s.seen[card] for card in known)
        assert not [o for o in world.offers if o.kind == READY and o.by != seat]


def test_offered_goods_stay_in_the_hand() -> None:
    s = table(hands={0: [46], 1: [38, 39, 61, 62], 2: [50]})
    slip(s, 1, "offer:5,0,2,38,39,1,16")
    slip(s, 1, "offer:5,0,1,61,1,16")
    hands = set()
    for world in worlds(s, 0):
        goods = [GOOD_OF[card] for card in world.players[1].hand]
        assert goods.count(3) >= 2
        assert goods.count(5) >= 1
        hands.add(tuple(world.players[1].hand))
        assert [GOOD_OF[card] for card in world.offers[0].cards] == [3, 3]
    assert len(hands) > 20


def test_cards_seen_in_a_deal_stay_where_they_went() -> None:
    s = table(hands={0: [46, 47], 1: [38, 39], 2: [50]})
    slip(s, 1, "offer:1,0,1,38,1,16")
    play(s, "accept:1,46")
    assert all(46 in world.players[1].hand for world in worlds(s, 0))
    assert not all(46 in world.players[1].hand for world in worlds(s, 2))


def test_own_discards_stay_on_the_pile() -> None:
    s = table(hands={0: [1, 2, 3, 4]}, cargo={0: [44]}, pirates={0: [9, 10]})
    play(s, "discard:4")
    assert all(world.players[0].pirates[-1] == 4 for world in worlds(s, 0))
    assert len({world.players[0].pirates[0] for world in worlds(s, 0)}) > 10
    assert not all(world.players[0].pirates[-1] == 4 for world in worlds(s, 1))


def test_calls_laid_ready_by_others_are_left_out() -> None:
    s = table(hands={0: [46], 1: [38]})
    play(s, "offer:2,0,1,46,1,8")
    assert all(not world.offers for world in worlds(s, 1))
    assert all(len(world.offers) == 1 for world in worlds(s, 0))


@pytest.mark.parametrize(("seats", "below"), [(2, 34), (3, 42), (4, 39), (5, 37)])
def test_venice_keeps_a_place_it_could_have(seats: int, below: int) -> None:
    """R2.6: about as many cards lie below it as above, three more or fewer."""
    s, _ = GAME.setup(seats, {}, "07" * 16)
    assert venice_range(s) == list(range(below - 3, below + 4))
    found = {world.deck.index(0) for world in worlds(s, 0, 100)}
    assert found == set(range(below - 3, below + 4))


def test_venice_is_not_where_it_would_have_been_seen() -> None:
    """R10.2: not on top at the start of a turn, but perhaps after a card was taken."""
    s, _ = GAME.setup(3, {}, "07" * 16)
    s.deck.remove(0)
    s.players[0].pirates += s.deck[42:]
    s.deck = [*s.deck[:40], 0, *s.deck[40:42]]
    GAME.check(s)
    assert venice_range(s) == [39, 40, 41]
    s.took = 1
    assert venice_range(s) == [39, 40, 41, 42]
    assert {world.deck.index(0) for world in worlds(s, 1)} == {39, 40, 41, 42}
