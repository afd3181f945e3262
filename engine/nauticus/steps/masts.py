"""Buy masts (R5, R6.6, R6.7)."""

from __future__ import annotations

from engine.core.types import Frame, Move, Seat
from engine.nauticus.material import CELLS, MAST
from engine.nauticus.state import BLUE, CREST, MASTED, PRICE, SIZE, NauticusState
from engine.nauticus.steps.buy import Buy
from engine.nauticus.tables import BUY, MATCH


class Masts(Buy):
    first = MAST

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        found: list[Move] = []
        if not d[BLUE] and not p.workers:
            return found
        coins = p.coins
        room = p.cells + 2 <= CELLS
        bare = [(k, ship[CREST]) for k, ship in enumerate(p.ships, 1) if ship[MASTED] < ship[SIZE]]
        supply = s.supply
        for crest in range(4):
            price = d[PRICE + crest]
            if price > coins or not supply[MAST + crest]:
                continue
            row = BUY[MAST + crest]
            if room or not price:  # R5.8
                found.append(row[0])
            if price:
                match = MATCH[crest]
                for k, worn in bare:
                    if match[worn]:
                        found.append(row[k])
        return found
