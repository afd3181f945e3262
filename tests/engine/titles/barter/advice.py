"""What a bot should want: its outlook, and a good deal."""

from __future__ import annotations

from engine.core import Move, Seat
from tests.engine.titles.barter.game import sheet
from tests.engine.titles.barter.state import BarterState


def evaluate(s: BarterState, seat: Seat) -> float:
    return sheet(s, seat, counted=True).total + 0.3 * len(s.players[seat].hand)


def turns(s: BarterState, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    """Calls ask for what the order names, which no listed move does."""
    plans = [[move] for move in moves if move.verb not in ("call", "slip", "counter")]
    if any(move.verb == "call" for move in moves):
        order = s.players[seat].order
        others = ((1 << s.seats) - 1) & ~(1 << seat)
        useless = [card for card in s.players[seat].hand if card // 8 != order]
        if useless:
            plans.append([Move("call", (others, 0, 1, min(useless), 1, 1 << order))])
    return plans[:12]
