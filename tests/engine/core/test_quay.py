"""The awkward shapes, one by one, on the test title."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core import IllegalMove, Move, Seat, WhyNot
from tests.engine.titles.quay.game import Quay
from tests.engine.titles.quay.state import QuayState

quay = Quay()


def table(*hands: list[int]) -> QuayState:
    """A match just set up, with these hands."""
    s, _ = quay.setup(len(hands), {}, "0123456789abcdef")
    taken = {card for hand in hands for card in hand}
    s.deck = [card for card in range(28) if card not in taken]
    for player, hand in zip(s.players, hands, strict=True):
        player.hand = list(hand)
    quay.check(s)
    return s


def play(s: QuayState, *lines: tuple[Seat, str]) -> list[str]:
    outcomes = []
    for seat, text in lines:
        verb, _, args = text.partition(":")
        move = Move(verb, tuple(map(int, args.split(","))) if args else ())
        outcomes.append(quay.apply(s, seat, move).outcome)
        quay.check(s)
    return outcomes


def market() -> QuayState:
    """Three seats; seat 1 leads the market."""
    s = table([4, 5, 6], [24, 20, 0], [7, 8, 9])
    play(s, (0, "bid:4"), (2, "bid:7"), (1, "bid:24"))
    assert quay.prompt(s) == "market"
    return s


def test_secret_choices_commute() -> None:
    one = table([4, 5], [24, 20], [7, 8])
    two = quay.clone(one)

    play(one, (0, "bid:4"), (1, "bid:20"), (2, "bid:7"))
    play(two, (2, "bid:7"), (0, "bid:4"), (1, "bid:20"))

    assert quay.dump(one) == quay.dump(two)


def test_a_secret_choice_is_seen_by_its_seat_only() -> None:
    s = table([4, 5], [24, 20])
    events = quay.apply(s, 0, Move("bid", (4,))).events

    assert quay.view(s, 0)["bid"] == 4
    assert quay.view(s, 1)["bid"] == -1
    assert "bid" not in quay.view(s, None)
    assert [(event.kind, event.to) for event in events] == [("bids", None), ("bid-card", (0,))]


def test_the_last_secret_choice_is_a_barrier() -> None:
    s = table([4, 5], [24, 20])

    assert play(s, (1, "bid:20"), (0, "bid:4")) == ["hands_over", "barrier"]


def test_the_first_accept_wins_and_the_second_hears_why() -> None:
    s = market()
    play(s, (1, "offer:20"))
    assert quay.to_act(s) == [0, 1, 2]

    play(s, (2, "accept:1"))

    assert s.players[2].ship == [20]
    assert quay.to_act(s) == [1]
    play(s, (1, "offer:0"))
    with pytest.raises(IllegalMove) as error:
        quay.apply(s, 0, Move("accept", (1,)))
    assert error.value.why == WhyNot("R3", "offer-gone", {"id": 1})


def test_sending_an_offer_is_a_barrier() -> None:
    assert play(market(), (1, "offer:20")) == ["barrier"]


def test_an_offer_can_be_withdrawn_while_others_owe_a_reply() -> None:
    s = market()
    play(s, (1, "offer:20"), (0, "decline"))
    assert quay.to_act(s) == [1, 2]

    play(s, (1, "withdraw:1"))

    assert sorted(s.players[1].hand) == [0, 20]
    assert quay.to_act(s) == [1]
    assert quay.explain(s, 1, Move("withdraw", (1,))) == WhyNot("R3", "offer-gone", {"id": 1})


def test_the_leader_need_not_wait() -> None:
    s = market()

    play(s, (1, "offer:20"), (1, "close"))

    assert quay.prompt(s) == "haul"
    assert 20 in s.players[1].hand


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    s = market()
    play(s, (1, "close"))
    seat = quay.to_act(s)[0]
    twin = quay.redeal(s, (seat + 1) % 3, Random(2))

    here, there = (quay.apply(world, seat, Move("rest")).events for world in (s, twin))

    assert here != there
    assert [event for event in here if event.to is None] == [
        event for event in there if event.to is None
    ]
    assert [event.to for event in here] == [None, (seat,)]


def test_a_flare_interrupts_and_play_goes_on_where_it_stood() -> None:
    s = market()
    waiting = s.stack[-1].id
    assert Move("flare", (0,)) in quay.moves(s, 1)

    assert play(s, (1, "flare:0")) == ["barrier"]
    assert quay.prompt(s) == "search"
    assert "seen" in quay.view(s, 1)
    assert "seen" not in quay.view(s, 0)
    assert play(s, (1, "keep:1")) == ["continues"]

    assert s.stack[-1].id == waiting


def test_a_flare_is_refused_where_nothing_may_interrupt() -> None:
    s = table([0, 4], [24, 20])

    assert quay.explain(s, 0, Move("flare", (0,))) == WhyNot("", "not-interruptible")
    play(s, (0, "bid:4"), (1, "bid:24"), (1, "offer:20"))
    assert quay.explain(s, 0, Move("flare", (0,))) == WhyNot("R6", "not-your-turn")


def test_interrupts_nest() -> None:
    s = table([4, 22, 0], [24, 5, 16])
    play(s, (0, "bid:4"), (1, "bid:24"), (1, "close"))
    assert quay.prompt(s) == "haul"

    play(s, (0, "haul:22"))
    assert (quay.prompt(s), quay.to_act(s)) == ("storm", [1])
    # The hauler owes nothing, yet may fire a flare into the storm.
    told = WhyNot("", "not-your-decision", {"seat": 0, "decides": 1})
    assert quay.explain(s, 0, Move("yield")) == told
    play(s, (0, "flare:0"))
    assert (quay.prompt(s), quay.to_act(s)) == ("search", [0])
    play(s, (0, "keep:0"))
    assert (quay.prompt(s), quay.to_act(s)) == ("storm", [1])
    play(s, (1, "brace:16"))
    assert (quay.prompt(s), quay.to_act(s)) == ("echo", [0])
    play(s, (0, "claim"))

    assert (quay.prompt(s), quay.to_act(s)) == ("haul", [1])
    assert s.players[0].coins == 6


def test_a_redealt_world_looks_the_same_and_is_another() -> None:
    s = market()
    play(s, (1, "flare:0"))
    views: list[Any] = [quay.view(s, seat) for seat in range(3)]

    for seat in range(3):
        others = [quay.redeal(s, seat, Random(k)) for k in range(20)]

        assert all(quay.view(other, seat) == views[seat] for other in others)
        assert len({tuple(other.deck) for other in others}) > 15
        assert s.seed not in {other.seed for other in others}
        for other in others:
            quay.check(other)


def test_a_redeal_mixes_the_bids_of_others() -> None:
    s = table([4, 5, 6], [24, 20, 0], [7, 8, 9])
    play(s, (0, "bid:4"), (1, "bid:24"))

    bids = {tuple(quay.redeal(s, 0, Random(k)).stack[-1].data) for k in range(30)}

    assert {(bid[0], bid[2]) for bid in bids} == {(4, -1)}
    assert len({bid[1] for bid in bids}) > 5
