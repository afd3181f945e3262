"""The final score (section 11), callable at any time: what it would be if the match ended now."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.types import ScoreSheet
from engine.nauticus.material import GOOD, GOODS_POINTS, SHIP_POINTS
from engine.nauticus.ships import is_complete
from engine.nauticus.state import LOADED, MASTED, RIGGED, SIZE, NauticusState, Player


@dataclass
class Tally:
    """One player's final score in detail."""

    goods: list[int]  # points for each kind delivered
    ships: list[int]  # complete ships of size 1 to 4
    workers: int  # coins for workers left
    stored: int  # coins for stored tiles
    unfinished: int  # coins for parts of unfinished ships
    aboard: int  # coins for undelivered goods
    coins: int  # all coins, these included

    @property
    def ship_points(self) -> int:
        return sum(SHIP_POINTS[i] * count for i, count in enumerate(self.ships, 1))


def tally(p: Player) -> Tally:
    ships = [0] * 4
    unfinished = aboard = 0
    for ship in p.ships:
        aboard += ship[LOADED]
        if is_complete(ship):
            ships[ship[SIZE] - 1] += 1
        else:
            unfinished += ship[SIZE] + ship[MASTED] + ship[RIGGED]
    stored = sum(p.storage)
    return Tally(
        goods=[GOODS_POINTS[count] for count in p.delivered],
        ships=ships,
        workers=p.workers,
        stored=stored,
        unfinished=unfinished,
        aboard=aboard,
        coins=p.coins + p.workers + stored + unfinished + aboard,
    )


def sheets(s: NauticusState) -> list[ScoreSheet]:
    """Lines by source; ties by coins left over, then by coins in all (R11.5)."""
    found = []
    for seat, p in enumerate(s.players):
        t = tally(p)
        lines = {
            "track": p.vp,
            "goods": sum(t.goods),
            "ships": t.ship_points,
            "leftovers": t.coins // 3,
        }
        found.append(ScoreSheet(seat, lines, (t.coins % 3, t.coins)))
    return found


def pieces(s: NauticusState) -> list[int]:
    """How many of each tile there are on the whole table (for the conservation check)."""
    total = s.supply[:]
    for p in s.players:
        for tile, count in enumerate(p.storage):
            total[tile] += count
        for good, count in enumerate(p.delivered):
            total[GOOD + good] += count
        for ship in p.ships:
            for tile in ship[6:]:
                total[tile] += 1
    return total
