"""Composed moves, readers, lapses, what is foreseen and what is ahead, on the title that trades."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Frame, IllegalMove, Move, NotYourDecision, Seat, Step, WhyNot, by_key
from engine.core.ahead import ahead
from engine.core.game import Game
from engine.core.step import Cited
from tests.engine.core.hoist import Hoist, HoistState, Turn
from tests.engine.titles.barter.game import Barter
from tests.engine.titles.barter.state import BarterState
from tests.engine.titles.barter.steps import Dock, Gift
from tests.engine.titles.quay.game import Quay

SEED = "0123456789abcdef"

barter = Barter()
quay = Quay()


def start(seats: int = 3) -> BarterState:
    return barter.setup(seats, {}, SEED)[0]


def call(s: BarterState, to: int = 0b110, **values: list[int]) -> Move:
    given = {"seat": [to], "pay": [1], "card": [min(s.players[0].hand)], **values}
    return barter.forms["call"].write(given)


def until(prompt: str, s: BarterState) -> None:
    """Everybody declines, closes and keeps until this step waits."""
    for _ in range(100):
        if barter.prompt(s) == prompt:
            return
        seat = barter.to_act(s)[0]
        barter.apply(s, seat, barter.moves(s, seat)[-1])
    raise AssertionError(f"no {prompt}")


def at_dock() -> BarterState:
    s = start()
    while barter.prompt(s) != "dock":
        seat = barter.to_act(s)[0]
        barter.apply(s, seat, Move("close") if barter.prompt(s) == "trade" else Move("keep"))
    return s


def test_a_composed_move_is_legal_though_nobody_lists_it() -> None:
    s = start()
    move = call(s, want=[0b00101, 0b11000])

    assert move not in barter.moves(s, 0)
    assert barter.explain(s, 0, move) is None
    assert barter.require(s, 0, move) == move
    barter.apply(s, 0, move)
    assert s.offers[0].wants == [0b00101, 0b11000]


def test_a_composed_move_against_the_rules_is_refused_with_its_rule() -> None:
    s = start()
    other = min(s.players[1].hand)

    with pytest.raises(IllegalMove) as refused:
        barter.require(s, 0, call(s, card=[other]))

    assert refused.value.why == WhyNot("R3", "not-in-hand", {"card": other})
    assert barter.explain(s, 0, call(s, card=[99])) == WhyNot("", "no-such-card", {"card": 99})
    assert barter.explain(s, 0, Move("call", (6, 1))) == WhyNot(
        "", "wrong-count", {"want": 3, "got": 2}
    )


def test_who_may_compose_or_move_can_act() -> None:
    s = start()
    assert [barter.may_act(s, seat) for seat in range(3)] == [True, True, True]
    s.players[2].left = 0

    assert not barter.may_act(s, 2)
    with pytest.raises(NotYourDecision):
        barter.require(s, 2, Move("slip", (1, 0, 1, 1)))
    why = WhyNot("", "not-your-decision", {"seat": 2, "decides": 0})
    assert barter.explain(s, 2, Move("close")) == why


class SilentGift(Gift):
    interruptible = True

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return None


class Peek(Step[BarterState]):
    verbs = ("peek",)

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        return [Move("peek")]


class Peeking(Barter):
    """Everybody may peek while a gift is thought over, which is nobody else's to give."""

    steps = by_key(*[s for s in Barter.steps.values() if s.key != "gift"], SilentGift())
    overlays = {"peek": Peek()}
    cites = {"no-such": "R1", "game-over": "R8"}


def test_an_overlay_gives_seats_something_to_do_but_not_the_others_decision() -> None:
    game = Peeking()
    s = start()
    barter.apply(s, 0, Move("close"))

    assert game.compose(s, 1) == []
    assert game.moves(s, 1) == [Move("peek")]
    why = game.explain(s, 1, Move("give", (3,)))
    assert why == WhyNot("", "not-your-decision", {"seat": 1, "decides": 0})
    mine = {*s.players[0].hand}
    missing = next(card for card in range(40) if card not in mine)
    assert game.explain(s, 0, Move("give", (missing,))) == WhyNot("", "not-offered")
    assert game.explain(s, 0, Move("moor", (1,))) == WhyNot("", "not-now")


def test_the_cores_own_reasons_cite_what_the_title_names() -> None:
    game = Peeking()
    s = start()

    assert game.explain(s, 0, call(s, card=[99])) == WhyNot("R1", "no-such-card", {"card": 99})
    assert game.explain(s, 0, Move("peek")) == WhyNot("", "not-interruptible")
    s.stack.clear()
    assert game.explain(s, 0, Move("close")) == WhyNot("R8", "game-over")
    assert game.compose(s, 0) == []


class Waiting(Dock):
    owed = Cited("R7", "moor-first")


class Owing(Barter):
    steps = by_key(*[s for s in Barter.steps.values() if s.key != "dock"], Waiting())


class Lapsed(Gift):
    not_due = Cited("R6", "nothing-to-give")


class NotDue(Barter):
    steps = by_key(*[s for s in Barter.steps.values() if s.key != "gift"], Lapsed())


def test_steps_speak_of_moves_that_belong_to_others() -> None:
    s = at_dock()

    assert Owing().explain(s, 0, Move("keep")) == WhyNot("R7", "moor-first")
    assert NotDue().explain(s, 0, Move("keep")) == WhyNot("R6", "nothing-to-give")
    assert barter.explain(s, 0, Move("keep")) == WhyNot("", "not-now")
    # `accept` belongs to two steps: neither speaks for it.
    assert NotDue().explain(s, 0, Move("accept", (1,))) == WhyNot("", "not-now")


def test_a_move_has_its_readers_and_others_see_an_outline() -> None:
    s = start()
    offer = call(s)
    assert barter.readers(s, 0, offer) == ()
    outline = barter.outline(s, 0, offer)
    assert outline is not None
    assert barter.forms["call"].read(outline)["card"] == [min(s.players[0].hand) // 8]

    assert barter.readers(s, 0, Move("close")) is None
    barter.apply(s, 0, Move("close"))
    assert barter.readers(s, 0, Move("give", (min(s.players[0].hand),))) == (1,)
    assert barter.outline(s, 0, Move("keep")) is None


def test_who_does_not_answer_in_time_has_declined() -> None:
    s = start()
    assert barter.lapse(s, 0) is None  # a turn, not a question
    barter.apply(s, 0, call(s))

    assert barter.lapse(s, 1) == Move("decline")
    assert barter.lapse(s, 0) is None  # the caller isn't asked
    s.stack.clear()
    assert barter.lapse(s, 1) is None
    assert barter.asks
    assert not quay.asks


def test_what_a_move_leads_to_is_shown_where_the_title_says_so() -> None:
    s = at_dock()
    before = barter.digest(s)

    seen = barter.foresee(s, 0, Move("moor", (2,)))

    assert seen is not None
    assert seen.view["berths"] == [0, 0, 1, 0, 0]
    assert [event.kind for event in seen.events] == ["moor"]
    assert barter.foresee(s, 0, Move("pass")) is None  # not foreseen
    assert barter.digest(s) == before
    with pytest.raises(IllegalMove):
        barter.foresee(s, 0, Move("keep"))


def test_nothing_is_foreseen_behind_a_barrier() -> None:
    """The last place at the dock turns the orders up."""
    s, _ = barter.setup(2, {"rounds": 1}, SEED)
    until("dock", s)
    barter.apply(s, 0, Move("pass"))

    assert barter.foresee(s, 1, Move("moor", (2,))) is None


def test_outlook_counts_what_the_seat_itself_knows() -> None:
    s = start()
    mine = [sheet.total for sheet in barter.outlook(s, 1)]
    public = [sheet.total for sheet in barter.score(s)]

    assert [mine[0], mine[2]] == [public[0], public[2]]
    assert mine[1] == public[1] + 2 * sum(c // 8 == s.players[1].order for c in s.players[1].hand)
    hoist = Hoist()
    open_match, _ = hoist.setup(2, {}, SEED)
    assert hoist.outlook(open_match, None) == hoist.score(open_match)


def test_a_verb_is_written_in_one_way() -> None:
    class Other(Dock):
        key = "other"
        forms = (barter.forms["pass"], barter.forms["give"])

    class Twice(Barter):
        steps = by_key(*Barter.steps.values(), Other())

    with pytest.raises(AssertionError, match="other has no give"):
        Twice()


def test_looking_ahead_needs_steps_that_depend_on_nothing_hidden() -> None:
    s = start()
    assert ahead(barter, s, 2) is None  # a trade depends on hands

    s = at_dock()
    found = ahead(barter, s, 2)
    assert found is not None
    assert barter.to_act(found) == [2]
    assert barter.to_act(s) == [0]
    own = ahead(barter, s, 0)
    assert own is not None
    assert own == s
    assert own is not s


def test_nothing_lies_ahead_of_the_last_move_or_behind_chance() -> None:
    s = at_dock()
    barter.apply(s, 0, Move("pass"))
    assert ahead(barter, s, 0) is None  # behind it, the next round's trade
    s.stack.clear()
    assert ahead(barter, s, 0) is None


class Open(Hoist):
    """Everything is open, and one may take a barrel only."""

    open_information = True
    passing: tuple[Move, ...] = (Move("take", (1,)),)


class Stuck(Open):
    passing = ()


class Endless(Turn):
    def advance(self, s: HoistState, f: Frame, log: object) -> None:
        f.seats = [0]


class Circling(Open):
    steps = by_key(Endless())


@pytest.mark.parametrize(("game", "finds"), [(Open(), True), (Stuck(), False), (Circling(), False)])
def test_what_is_ahead_is_found_by_passing_only(game: Game[HoistState], finds: bool) -> None:
    s, _ = game.setup(2, {}, SEED)

    assert (ahead(game, s, 1) is not None) == finds


def test_a_redealt_world_offers_the_same_forms() -> None:
    s = start()
    for seat in range(3):
        twin = barter.redeal(s, seat, Random(3))
        assert barter.compose(twin, seat) == barter.compose(s, seat)
