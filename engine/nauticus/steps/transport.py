"""Transport: from storage to the yard (R7.1)."""

from __future__ import annotations

from engine.core.errors import WhyNot
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import CREST_OF, CROWN_MAST, CROWN_SAIL, SIZE_OF
from engine.nauticus.state import (
    BLUE,
    CREST,
    LOADED,
    MASTED,
    RIGGED,
    SHAPE,
    SIZE,
    NauticusState,
    Player,
)
from engine.nauticus.steps.action import Use, build, pay_workers, why_not_on
from engine.nauticus.tables import CARRY, FORMS, JOIN, MATCH


class Transport(Use):
    """`move:tile,dest`. Equal tiles are one choice (R13.3)."""

    verbs = ("move",)
    forms = (FORMS["move"],)

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        found: list[Move] = []
        if not p.cells or (not d[BLUE] and not p.workers):
            return found
        ships = p.ships
        for tile, count in enumerate(p.storage):
            if not count:
                continue
            row = CARRY[tile]
            if tile < 4:
                for k, ship in enumerate(ships, 1):
                    if JOIN[ship[SHAPE]][tile] >= 0:
                        found.append(row[k])
                found.append(row[len(ships) + 1])
            elif tile > CROWN_SAIL:
                for k, ship in enumerate(ships, 1):
                    if ship[LOADED] < ship[SIZE]:
                        found.append(row[k])
            else:
                match = MATCH[CREST_OF[tile]]
                on = SIZE if tile <= CROWN_MAST else MASTED
                has = MASTED if tile <= CROWN_MAST else RIGGED
                for k, ship in enumerate(ships, 1):
                    if ship[has] < ship[on] and match[ship[CREST]]:
                        found.append(row[k])
        return found

    def usable(self, s: NauticusState, p: Player) -> bool:
        return any(
            count and why_not_on(p, tile, k) is None
            for tile, count in enumerate(p.storage)
            for k in range(1, len(p.ships) + 2)
        )

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, d = s.players[seat], f.data
        tile, dest = move[1]
        if log.on:
            log.add("move", s.turn, tile=tile, dest=dest, blue=min(1, d[BLUE]))
        pay_workers(p, d, 1)
        p.storage[tile] -= 1
        p.cells -= SIZE_OF[tile]
        build(s, p, tile, dest, log)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        p, d = s.players[seat], f.data
        tile, dest = move.args
        if not p.storage[tile]:
            return WhyNot("R7.1", "not-in-storage", {"tile": tile})
        if dest == 0:
            return WhyNot("R7.1", "already-in-storage", {"tile": tile})
        if d[BLUE] + p.workers == 0:
            return WhyNot("R4.6", "no-worker", {"need": 1, "have": 0})
        wrong = why_not_on(p, tile, dest)
        assert wrong is not None
        return wrong
