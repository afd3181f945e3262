"""What a bot should want: the score it sees, and cards in hand for a little."""

from __future__ import annotations

from typing import Any

from engine.core import Move, Seat
from tests.engine.titles.quay.state import kind


def evaluate(view: dict[str, Any], seat: Seat) -> float:
    me = view["players"][seat]
    return float(me["coins"] + sum(map(kind, me["ship"])) + 0.5 * me["cards"])


def turns(view: dict[str, Any], moves: list[Move]) -> list[list[Move]]:
    offers = [move for move in moves if move.verb == "offer"]
    plans = [[move] for move in moves if move.verb not in ("offer", "withdraw")]
    return plans[:11] + [[move, Move("close")] for move in offers[:1]]
