"""What a title knows about playing itself well: its `advice` module, if it has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import registry
from engine.core.game import Game
from engine.core.types import Move, Seat, State


@dataclass
class Advice:
    """`evaluate` and `turns`, with an answer for titles that have neither.

    Both get a world that `redeal` made, as the players do, and may not change it.
    """

    evaluate: Callable[[Any, Seat], float]
    turns: Callable[[Any, Seat, list[Move]], list[list[Move]]]
    # Do turns come in the order of what `evaluate` says after them? Then nobody need ask it again.
    best_first: bool = False


def single_moves(s: State, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    return [[move] for move in moves]


def of(game: Game[Any]) -> Advice | None:
    """The advice of a title; None if it has no evaluation."""
    module = registry.companion(game, "advice")
    if module is None or not hasattr(module, "evaluate"):
        return None
    best_first = getattr(module, "BEST_FIRST", False)
    return Advice(module.evaluate, getattr(module, "turns", single_moves), best_first)


def value(game: Game[Any], s: State, seat: Seat, advice: Advice | None) -> float:
    """How well a seat stands; without advice, how far ahead of the best other seat."""
    if advice is not None:
        return advice.evaluate(s, seat)
    totals = [sheet.total for sheet in game.score(s)]
    mine = totals.pop(seat)
    return float(mine - max(totals, default=0))
