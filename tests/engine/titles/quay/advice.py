"""What a bot should want: the score it sees, and cards in hand for a little."""

from __future__ import annotations

from engine.core import Move, Seat
from tests.engine.titles.quay.state import QuayState, kind


def evaluate(s: QuayState, seat: Seat) -> float:
    me = s.players[seat]
    return float(me.coins + sum(map(kind, me.ship)) + 0.5 * len(me.hand))


def turns(s: QuayState, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    offers = [move for move in moves if move.verb == "offer"]
    plans = [[move] for move in moves if move.verb not in ("offer", "withdraw")]
    return plans[:11] + [[move, Move("close")] for move in offers[:1]]
