"""The end, the score, and refusals (sections 11 and 13)."""

from __future__ import annotations

import pytest

from engine.core.errors import GameOver, IllegalMove, NotYourDecision
from engine.core.types import Log, Move
from engine.nauticus.scoring import sheets
from tests.engine.nauticus.build import (
    GAME,
    HULLS,
    chosen,
    finished,
    play,
    rewarded,
    table,
    why,
)


@pytest.mark.parametrize(
    ("count", "points"),
    [(0, 0), (1, 2), (2, 5), (3, 9), (4, 14), (5, 20), (6, 25), (9, 40), (12, 55)],
)
def test_goods_points(count: int, points: int) -> None:
    """R11.2."""
    s = table()
    s.players[0].delivered[2] = count

    assert sheets(s)[0].lines["goods"] == points


def test_an_unused_extra_tile_is_worth_nothing() -> None:
    """R11.6, R11.4: parts of complete ships and delivered goods give no coin."""
    s = table()
    before = sheets(s)[0]
    s.players[0].extra = 0
    assert sheets(s)[0] == before

    finished(s, 0, 3)
    s.players[0].delivered[0] = 1
    assert sheets(s)[0].lines["leftovers"] == before.lines["leftovers"]


def test_places_are_shared_in_the_end() -> None:
    """R11.5."""
    s = table(4)
    for p, (vp, coins) in zip(s.players, [(50, 9), (50, 9), (49, 12), (60, 0)], strict=True):
        p.vp, p.coins, p.workers = vp, coins, 0

    assert [sheet.total for sheet in sheets(s)] == [53, 53, 53, 60]
    assert GAME.ranking(s) == [3, 3, 2, 1]


def test_after_the_end_nothing_is_legal() -> None:
    """R11.1."""
    s = table(2, rounds=1)
    log = Log()
    while GAME.to_act(s):
        (seat,) = GAME.to_act(s)
        GAME.play_unchecked(s, seat, GAME.moves(s, seat)[-1], log)
    before = GAME.dump(s)

    assert why(s, "pass", 0) == ("R11.1", "game-over")
    with pytest.raises(GameOver):
        GAME.apply(s, 0, Move("pass"))
    assert GAME.dump(s) == before
    assert [event.seat for event in log.events if event.kind == "final"] == [0, 1]
    assert GAME.view(s, 0)["over"] is True


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (Move("dance"), "unknown-verb"),
        (Move("pass", (1,)), "wrong-count"),
        (Move("buy", (1,)), "wrong-count"),
        (Move("buy", (1, 99)), "no-such-ship"),
        (Move("buy", (-1, 0)), "no-such-tile"),
        (Move("move", (99, 0)), "no-such-tile"),
        (Move("extra", (8,)), "no-such-action"),
    ],
)
def test_numbers_that_name_nothing(text: Move, code: str) -> None:
    """R13.2."""
    s = chosen(HULLS)
    before = GAME.dump(s)

    with pytest.raises(IllegalMove) as caught:
        GAME.apply(s, 0, text)

    assert (caught.value.why.rule, caught.value.why.code) == ("R13.2", code)
    assert GAME.dump(s) == before


def test_another_seat_may_not_move() -> None:
    """R13.1."""
    s = chosen(HULLS)
    before = GAME.dump(s)

    with pytest.raises(NotYourDecision):
        GAME.apply(s, 1, Move("pass"))

    assert GAME.dump(s) == before
    for seat in (1, 2):
        assert GAME.moves(s, seat) == []


def test_no_other_seat_moves_at_any_prompt() -> None:
    """R13.1."""
    s = table()
    assert GAME.moves(s, 1) == []
    play(s, "choose:1")
    assert GAME.moves(s, 1) == []
    s = rewarded()
    assert GAME.moves(s, 1) == []
    s = chosen(HULLS)
    play(s, "extra:5")
    assert GAME.moves(s, 1) == []
