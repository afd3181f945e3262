"""What the four blue actions share: prices, payment, the free fifth tile (section 5)."""

from __future__ import annotations

from typing import Final

from engine.core.errors import WhyNot
from engine.core.step import push
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import EXTRA_PRICE, FURTHER
from engine.nauticus.state import BLUE, BOUGHT, PRICE, NauticusState, Player
from engine.nauticus.steps.action import Use, build, fits, pay_workers, store, why_not_on
from engine.nauticus.tables import FORMS

FORFEITED: Final = -1  # in place of a destination, in a "buy" event


class Buy(Use):
    """`buy:tile,dest`; dest 0 is the storage. Subclasses list the moves for their tiles."""

    verbs = ("buy",)
    forms = (FORMS["buy"],)
    first: int = 0  # the lowest of the four tiles

    def usable(self, s: NauticusState, p: Player) -> bool:
        if p.coins < EXTRA_PRICE:
            return False
        stocked = [t for t in range(self.first, self.first + 4) if s.supply[t]]
        if not stocked:
            return False
        return fits(p, self.first) or self.placeable(p, stocked)

    def placeable(self, p: Player, tiles: list[int]) -> bool:
        """Is there a ship one of these could be built on?"""
        return any(
            why_not_on(p, tile, k) is None for k in range(1, len(p.ships) + 2) for tile in tiles
        )

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, d = s.players[seat], f.data
        tile, dest = move[1]
        i = tile - self.first
        price = d[PRICE + i]
        p.coins -= price
        d[PRICE + i] = FURTHER
        d[BOUGHT + i] += 1
        # R5.7, R5.8: only what costs nothing is sold without a place; it goes back to its stack.
        back = not dest and not fits(p, tile)
        if log.on:
            to = FORFEITED if back else dest
            log.add("buy", s.turn, tile=tile, dest=to, price=price, blue=min(1, d[BLUE]))
        pay_workers(p, d, 1)
        # R5.10: the copy that makes the set is the first of its kind and leaves none unbought.
        # Pushed before the building, so that rewards come on top of it (R5.11).
        if d[BOUGHT + i] == 1 and 0 not in d[BOUGHT:PRICE]:
            push(s, "free", [], [self.first])
        if dest:
            s.supply[tile] -= 1
            build(s, p, tile, dest, log)
        elif not back:
            store(s, p, tile)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        p, d = s.players[seat], f.data
        tile, dest = move.args
        i = tile - self.first
        if not 0 <= i < 4:
            # Crowns are never sold: R10.2 is the only way to them.
            return WhyNot("R5.1", "not-sold-here", {"tile": tile, "action": d[0]})
        if s.supply[tile] == 0:
            return WhyNot("R1.2", "stack-empty", {"tile": tile})
        if d[BLUE] + p.workers == 0:
            return WhyNot("R5.12", "no-worker", {"need": 1, "have": 0})
        price = d[PRICE + i]
        if p.coins < price:
            return WhyNot("R5.12", "not-enough-coins", {"need": price, "have": p.coins})
        if dest:
            wrong = why_not_on(p, tile, dest)
            return wrong or WhyNot("R5.3", "free-tile-to-storage", {"tile": tile})
        return WhyNot("R5.6", "storage-full", {"tile": tile, "cells": p.cells})
