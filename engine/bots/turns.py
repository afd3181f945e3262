"""Whole turns for any title: what autopilots play, mails propose and orders are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.bots import advice
from engine.core.game import BARRIER, CONTINUES, Game
from engine.core.types import Move, Seat, State

WIDTH = 8  # lines kept at each depth
DEPTH = 40  # longer turns are cut: what is left is decided when it comes


@dataclass
class Line:
    moves: list[Move]
    state: State
    worth: float


def whole_turns(
    game: Game[Any], s: State, seat: Seat, limit: int = 5, budget: int = 400
) -> list[list[Move]]:
    """Up to `limit` legal turns from here, best first, each to where the seat stops deciding.

    `s` is a redealt world, as for every player. A turn also ends at a barrier: what lies behind it
    nobody can plan. `budget` bounds the positions looked at.
    """
    knows = advice.of(game)
    open_lines = [Line([], s, 0.0)]
    done: list[Line] = []
    for _ in range(DEPTH):
        grown: list[Line] = []
        for line in open_lines:
            for move in game.moves(line.state, seat):
                if budget <= 0:
                    break
                budget -= 1
                after, ended = _try(game, line, seat, move, knows)
                (done if ended else grown).append(after)
        if not grown:
            break
        open_lines = sorted(grown, key=_worth, reverse=True)[:WIDTH]
    # Out of budget before any turn was complete: the beginnings are better than nothing.
    found = done or open_lines
    return [line.moves for line in sorted(found, key=_worth, reverse=True)[:limit] if line.moves]


def _try(
    game: Game[Any], line: Line, seat: Seat, move: Move, knows: advice.Advice | None
) -> tuple[Line, bool]:
    s = game.clone(line.state)
    outcome = game.apply(s, seat, move).outcome
    # Behind a barrier lies chance: value the position the seat leaves, not the one it might find.
    worth = advice.value(game, line.state if outcome == BARRIER else s, seat, knows)
    return Line([*line.moves, move], s, worth), outcome != CONTINUES


def _worth(line: Line) -> float:
    return line.worth
