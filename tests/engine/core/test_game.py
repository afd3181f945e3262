from __future__ import annotations

from random import Random

import pytest

from engine.core import (
    BadMaterial,
    BadNotation,
    BadOptions,
    BadSnapshot,
    Frame,
    Game,
    GameOver,
    IllegalMove,
    Log,
    Move,
    NotYourDecision,
    RulesError,
    Seat,
    State,
    Step,
    WhyNot,
    by_key,
    push,
)
from tests.engine.core.hoist import Hoist, HoistState
from tests.engine.titles.quay.game import Quay
from tests.engine.titles.quay.state import QuayState
from tests.engine.titles.quay.steps import Flare

SEED = "0123456789abcdef"

hoist = Hoist()
quay = Quay()


def start(seats: int = 2) -> HoistState:
    return hoist.setup(seats, {}, SEED)[0]


def finish(s: HoistState) -> None:
    while s.stack:
        seat = hoist.to_act(s)[0]
        hoist.apply(s, seat, hoist.moves(s, seat)[-1])


def test_it_sets_up_with_the_defaults_of_the_options() -> None:
    s = start(3)

    assert s.options == {"barrels": 12}
    assert hoist.to_act(s) == [0]
    assert hoist.prompt(s) == "turn"


@pytest.mark.parametrize(
    ("seats", "options", "seed", "key"),
    [
        (1, {}, SEED, "seats"),
        (5, {}, SEED, "seats"),
        (2, {"sails": 1}, SEED, "sails"),
        (2, {"barrels": 7}, SEED, "barrels"),
        (2, {"barrels": True}, SEED, "barrels"),
        (2, {}, "", "seed"),
        (2, {}, "abc", "seed"),
        (2, {}, "0123456789abcde", "seed"),
        (2, {}, "0123456789ABCDEF", "seed"),
        (2, {}, "ab" * 65, "seed"),
    ],
)
def test_it_refuses_wrong_options(seats: int, options: dict[str, int], seed: str, key: str) -> None:
    with pytest.raises(BadOptions) as error:
        hoist.setup(seats, options, seed)

    assert error.value.key == key
    assert error.value.code == "bad-options"


def test_a_move_answers_events_and_outcome() -> None:
    s = start()

    applied = hoist.apply(s, 0, Move("take", (2,)))

    assert applied.outcome == "hands_over"
    assert [(event.kind, event.data) for event in applied.events] == [("take", {"barrels": 2})]
    assert hoist.to_act(s) == [1]
    assert s.ply == 1


@pytest.mark.parametrize(
    ("seat", "move", "kind"),
    [
        (1, Move("take", (1,)), NotYourDecision),
        (-1, Move("take", (1,)), NotYourDecision),
        (9, Move("take", (1,)), NotYourDecision),
        (0, Move("take", (4,)), IllegalMove),
        (0, Move("take"), IllegalMove),
        (0, Move("sing"), IllegalMove),
    ],
)
def test_a_refused_move_changes_nothing(seat: Seat, move: Move, kind: type[RulesError]) -> None:
    s = start()
    before = hoist.dump(s)

    with pytest.raises(kind):
        hoist.apply(s, seat, move)

    assert hoist.dump(s) == before


def test_nothing_can_be_played_after_the_end() -> None:
    s = start()
    finish(s)

    with pytest.raises(GameOver):
        hoist.apply(s, 0, Move("take", (1,)))

    assert hoist.to_act(s) == []
    assert hoist.prompt(s) == ""
    assert hoist.moves(s, 0) == []
    assert hoist.explain(s, 0, Move("take", (1,))) == WhyNot("", "game-over")


def test_an_illegal_move_carries_the_rule() -> None:
    s = start()

    with pytest.raises(IllegalMove) as error:
        hoist.apply(s, 0, Move("take", (4,)))

    assert error.value.why == WhyNot("R1.2", "how-many", {"most": 3})
    assert str(error.value) == "take:4: R1.2 how-many most=3"
    assert error.value.move == Move("take", (4,))


def test_it_explains_what_the_engine_can_tell_by_itself() -> None:
    s = quay.setup(2, {}, SEED)[0]

    def code(move: str, seat: Seat = 0) -> str:
        why = quay.explain(s, seat, Move(move))
        return why.code if why else "legal"

    assert code("claim") == "not-now"
    assert code("sing") == "unknown-verb"
    assert code("flare") == "not-interruptible"
    assert code("bid", seat=7) == "not-your-decision"
    assert quay.explain(s, 0, quay.moves(s, 0)[0]) is None


class Wait(Step[State]):
    key = "wait"
    verbs = ("done",)
    interruptible = True

    def moves(self, s: State, f: Frame, seat: Seat) -> list[Move]:
        return [Move("done")]


class Whistle(Step[State]):
    key = "whistle"
    verbs = ("whistle", "hum")


class Pier(Game[State]):
    slug = "pier"
    state_type = State
    steps = by_key(Wait(), Step[State]())

    def __init__(self) -> None:
        whistle = Whistle()
        self.overlays = {"whistle": whistle, "hum": whistle}
        super().__init__()

    def deal(self, s: State, log: Log) -> None:
        push(s, "wait", [0])


class Forgetful(Pier):
    """A title whose `explain` has an answer to nothing."""

    def explain(self, s: State, seat: Seat, move: Move) -> WhyNot | None:
        return None


def test_it_says_not_offered_where_the_title_has_no_answer() -> None:
    pier = Pier()
    s = pier.setup(2, {}, SEED)[0]

    assert pier.explain(s, 0, Move("done", (1,))) == WhyNot("", "not-offered")
    assert pier.explain(s, 0, Move("hum")) == WhyNot("", "not-offered")
    with pytest.raises(IllegalMove, match="not-offered"):
        Forgetful().apply(s, 0, Move("done", (1,)))


def test_one_overlay_may_have_several_verbs() -> None:
    pier = Pier()
    s = pier.setup(2, {}, SEED)[0]

    assert pier.moves(s, 0) == [Move("done")]


def test_what_a_title_must_write_says_so() -> None:
    pier = Pier()
    s = pier.new(2, {}, SEED)

    for call in (
        lambda: Game.deal(pier, s, Log()),
        lambda: pier.clone(s),
        lambda: pier.view(s, None),
        lambda: pier.score(s),
        lambda: pier.redeal(s, 0, Random(1)),
        lambda: Wait().play(s, Frame("wait", []), 0, Move("done"), Log()),
    ):
        with pytest.raises(NotImplementedError):
            call()
    pier.check(s)


def test_a_step_pops_unless_it_says_otherwise() -> None:
    pier = Pier()
    s = pier.new(2, {}, SEED)
    push(s, "", [])

    pier.run(s, Log())

    assert s.stack == []


def test_a_step_without_moves_offers_none() -> None:
    assert Step[State]().moves(State(2, {}, SEED), Frame("", []), 0) == []


def test_two_steps_cannot_share_a_key() -> None:
    with pytest.raises(AssertionError, match="share a key"):
        by_key(Wait(), Wait())


def test_overlays_cannot_share_verbs_with_steps_they_interrupt() -> None:
    class Clash(Pier):
        def __init__(self) -> None:
            self.overlays = {"done": Whistle()}
            Game.__init__(self)

    with pytest.raises(AssertionError, match="shares verbs"):
        Clash()


def test_a_step_that_goes_round_in_circles_is_caught() -> None:
    class Circle(Step[State]):
        key = "circle"

        def advance(self, s: State, f: Frame, log: Log) -> None:
            pass

    class Dizzy(Pier):
        steps = by_key(Circle())

        def deal(self, s: State, log: Log) -> None:
            push(s, "circle", [])

    with pytest.raises(AssertionError, match="runaway in circle"):
        Dizzy().setup(2, {}, SEED)


def test_places_are_shared_by_equals() -> None:
    s = start(4)
    s.won = [3, 7, 3, 1]

    assert hoist.ranking(s) == [2, 1, 2, 4]


def test_tiebreaks_decide_between_equal_totals() -> None:
    s = quay.setup(2, {}, SEED)[0]
    s.players[1].hand.pop()

    assert [sheet.total for sheet in quay.score(s)] == [5, 5]
    assert quay.ranking(s) == [1, 2]


def test_frames_are_numbered_and_never_reuse_a_number() -> None:
    s = State(2, {}, SEED)

    one = push(s, "a", [0])
    s.stack.pop()
    two = push(s, "b", [1], [5], pc=2)

    assert (one.id, two.id) == (1, 2)
    assert two == Frame("b", [1], 2, 2, [5])


def test_it_loads_only_positions_of_its_own() -> None:
    s = start()
    raw = hoist.dump(s)

    assert hoist.load(raw) == s
    assert hoist.digest(hoist.load(raw)) == hoist.digest(s)

    s.stack[0].step = "swim"
    with pytest.raises(BadSnapshot, match="no step 'swim'"):
        hoist.load(hoist.dump(s))


def test_without_a_migration_only_its_own_version_is_read() -> None:
    raw = hoist.dump(start())

    assert hoist.migrate(raw, hoist.version) is raw
    with pytest.raises(BadSnapshot, match="cannot read version 7"):
        hoist.migrate(raw, 7)


def test_the_header_names_the_viewer() -> None:
    s = start()

    assert hoist.header(s, 1)["seat"] == 1
    assert hoist.header(s, None)["seat"] == -1


def test_a_title_knows_which_moves_are_secret() -> None:
    s = quay.setup(2, {}, SEED)[0]

    assert quay.readers(s, 0, quay.moves(s, 0)[0]) == ()

    for seat in (0, 1):
        quay.apply(s, seat, quay.moves(s, seat)[0])
    assert quay.prompt(s) == "market"
    assert quay.readers(s, 0, Move("close")) is None
    assert quay.readers(s, 0, Move("flare", (0,))) is None
    assert isinstance(quay.overlays["flare"], Flare)
    assert isinstance(s, QuayState)


def test_wrong_material_names_its_field() -> None:
    error = BadMaterial("prices[3]", "four numbers, not 3")

    assert str(error) == "prices[3]: four numbers, not 3"
    assert error.field == "prices[3]"


@pytest.mark.parametrize("number", [1.0, True])
def test_what_only_looks_like_a_move_is_played_as_the_move_it_equals(number: object) -> None:
    s = quay.setup(2, {}, SEED)[0]
    seat = quay.to_act(s)[0]
    legal = next(move for move in quay.moves(s, seat) if move.args == (1,))
    twin = quay.clone(s)

    quay.apply(s, seat, Move(legal.verb, (number,)))  # type: ignore[arg-type]

    quay.apply(twin, seat, legal)
    assert quay.digest(s) == quay.digest(twin)


@pytest.mark.parametrize(
    "thing",
    [
        Move("take", (1.5,)),  # type: ignore[arg-type]
        Move("take", (4.0,)),  # type: ignore[arg-type]
        Move("take", ("1",)),  # type: ignore[arg-type]
        Move("take", [1]),  # type: ignore[arg-type]
        Move("take", None),  # type: ignore[arg-type]
        Move("take", 1),  # type: ignore[arg-type]
        Move(None, (1,)),  # type: ignore[arg-type]
        "take:1",
        None,
    ],
)
def test_what_is_no_move_at_all_is_refused_as_such(thing: Move) -> None:
    s = start()
    before = hoist.dump(s)

    with pytest.raises(BadNotation):
        hoist.apply(s, 0, thing)

    assert hoist.dump(s) == before


@pytest.mark.parametrize("seat", [0.0, False, "0", None])
def test_what_is_no_seat_has_nothing_to_decide(seat: Seat) -> None:
    s = start()
    before = hoist.dump(s)

    with pytest.raises(NotYourDecision):
        hoist.apply(s, seat, Move("take", (1,)))

    assert hoist.dump(s) == before
