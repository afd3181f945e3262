"""What the platform reads in every title, if it is there: docs/engine.md has the list."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import Game, State
from engine.core.game import BARRIER
from engine.testing.strategies import starts
from engine.testing.walks import walk
from tests.engine.conformance.cases import every_table, every_title
from tests.engine.conftest import SOAK

POINTS = ("points", "vp", "score")

few = settings(max_examples=10 * SOAK)


def top(s: State) -> int:
    return s.stack[-1].id if s.stack else 0


def past(game: Game[Any], s: State, seat: int, frame: int) -> bool:
    return top(s) != frame or seat not in game.to_act(s)


@every_title
def test_moves_played_for_people_belong_to_the_title(game: Game[Any]) -> None:
    verbs = {verb for step in game.steps.values() for verb in step.verbs}
    played = [*game.passing, *([game.ending] if game.ending else [])]

    assert all(move.verb in verbs and move.args == () for move in played)
    assert len(set(game.passing)) == len(game.passing)


@every_table
@few
@given(data=st.data())
def test_whoever_passes_is_soon_past(game: Game[Any], seats: int, data: Any) -> None:
    begin = data.draw(starts(game, seats))
    s, _ = game.setup(seats, begin.options, begin.seed)

    assert_past(game, s)
    for _ in walk(game, s, begin.picker()):
        assert_past(game, s)


def assert_past(game: Game[Any], s: State) -> None:
    for seat in game.to_act(s):
        trial, frame = game.clone(s), top(s)
        for _ in range(2):
            legal = game.moves(trial, seat) if top(trial) == frame else []
            move = next((move for move in game.passing if move in legal), None)
            if move is None or game.apply(trial, seat, move).outcome == BARRIER:
                break
        else:
            assert past(game, trial, seat, frame), "nobody gets past"
        if game.ending in game.moves(s, seat):
            trial = game.clone(s)
            game.apply(trial, seat, game.ending)  # type: ignore[arg-type]
            assert past(game, trial, seat, frame), "the end of a turn ends nothing"


@every_table
@few
@given(data=st.data())
def test_what_is_read_in_views(game: Game[Any], seats: int, data: Any) -> None:
    begin = data.draw(starts(game, seats))
    s, _ = game.setup(seats, begin.options, begin.seed)

    before = assert_read(game, s, 0)
    for _ in walk(game, s, begin.picker()):
        before = assert_read(game, s, before)


def assert_read(game: Game[Any], s: State, before: int) -> int:
    """Answers the round, which must not fall."""
    views = [game.view(s, seat) for seat in (None, *range(s.seats))]
    rounds = [view.get("round", 0) for view in views]
    assert all(type(number) is int for number in rounds)
    assert len(set(rounds)) == 1, "the round is no secret"
    assert rounds[0] >= before, "a round came back"
    if "rounds" in s.options:
        assert "round" in views[0]
        assert rounds[0] <= s.options["rounds"]
    for view in views:
        assert_players(game, s, view)
    number: int = rounds[0]
    return number


def assert_players(game: Game[Any], s: State, view: dict[str, Any]) -> None:
    if "players" not in view:
        assert not game.open_information, "a plan's price is read off view['players']"
        return
    players = view["players"]
    assert isinstance(players, list)
    assert len(players) == s.seats
    for player in players:
        assert isinstance(player, dict)
        assert type(next((player[key] for key in POINTS if key in player), 0)) is int
