"""The rules as they were, kept so that records of older versions can be replayed and proven."""

from __future__ import annotations

from typing import Final

from engine.core.errors import BadSnapshot
from engine.core.types import Json, Move, Seat
from engine.nauticus.game import Nauticus
from engine.nauticus.material import FIRST_OF, GOODS
from engine.nauticus.state import ACTION, PRICE, NauticusState
from engine.nauticus.steps.action import fits


class First(Nauticus):
    """Version 1: what could be neither built nor stored was not sold, not even at price 0."""

    version = 1

    def moves(self, s: NauticusState, seat: Seat) -> list[Move]:
        found = super().moves(s, seat)
        if not s.stack or s.stack[-1].step != "act" or s.stack[-1].data[ACTION] > GOODS:
            return found
        d = s.stack[-1].data
        first = FIRST_OF[d[ACTION]]
        if fits(s.players[seat], first):
            return found
        free = [Move("buy", (first + i, 0)) for i in range(4) if not d[PRICE + i]]
        return [move for move in found if move not in free]

    def migrate(self, raw: dict[str, Json], version: int) -> dict[str, Json]:
        if version != self.version:
            raise BadSnapshot(f"{self.slug} {self.version} cannot read version {version}")
        return raw


FIRST: Final = First()
