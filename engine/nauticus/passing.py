"""What a pass is worth at the moment (section 8): for pages, never needed by the rules."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.types import Seat
from engine.nauticus.material import CROWNS, PASS_TILES, PENALTY, PHASES
from engine.nauticus.state import NauticusState, Player


class Passing(NamedTuple):
    saves: int  # points not lost when the round ends; 0 with every pass tile flipped (R8.2)
    crown: bool  # can the crown on the tile's back still be scored before it's turned back?


def passing(s: NauticusState, seat: Seat) -> Passing:
    """For a pass with the tile of this phase, or with the next one if none is chosen yet."""
    p = s.players[seat]
    saves = PENALTY[p.flipped] - PENALTY[min(p.flipped + 1, PASS_TILES)]  # R8.4
    return Passing(saves, saves > 0 and _scorable(s, p))


def _scorable(s: NauticusState, p: Player) -> bool:
    """By the extra action (R9.4), or by a tile that may still be chosen in this round (R3.2)."""
    if p.extra:
        return True
    space = s.tiles.index(CROWNS)
    later = s.phase + 1 < PHASES
    return later and not s.used[space] and s.space != space
