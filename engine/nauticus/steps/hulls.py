"""Buy hulls (R5, R6.1 to R6.4)."""

from __future__ import annotations

from engine.core.types import Frame, Move, Seat
from engine.nauticus.material import CELLS, STERN
from engine.nauticus.state import BLUE, PRICE, NauticusState
from engine.nauticus.steps.buy import Buy
from engine.nauticus.tables import BUY, CLOSED, JOIN


class Hulls(Buy):
    first = STERN

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        found: list[Move] = []
        if not d[BLUE] and not p.workers:
            return found
        coins = p.coins
        room = p.cells < CELLS
        ships = p.ships
        growing = [(k, JOIN[ship[0]]) for k, ship in enumerate(ships, 1) if not CLOSED[ship[0]]]
        for tile in range(4):
            price = d[PRICE + tile]
            if price > coins or not s.supply[tile]:
                continue
            row = BUY[tile]
            if room or not price:  # R5.8
                found.append(row[0])
            if price:
                for k, join in growing:
                    if join[tile] >= 0:
                        found.append(row[k])
                found.append(row[len(ships) + 1])
        return found
