"""What is true of a ship, whoever asks: the steps that build it or the sheet that counts it."""

from __future__ import annotations

from engine.nauticus.state import RIGGED, SHAPE, SIZE
from engine.nauticus.tables import CLOSED


def is_complete(ship: list[int]) -> bool:
    """R6.9."""
    return ship[RIGGED] == ship[SIZE] and CLOSED[ship[SHAPE]]
