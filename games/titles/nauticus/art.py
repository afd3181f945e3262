"""Crests, tiles and rings: what the kit has no signs for."""

from __future__ import annotations

import math
from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe

from engine.nauticus.material import CREST_OF, CROWN_SAIL, MAST, SAIL
from games.titles.kit.art import icon, num
from games.titles.nauticus.words import CRESTS, GOOD_SIGNS, HULL_SIGNS


def crest(name: str, large: bool = False) -> str:
    size = " crest-l" if large else ""
    return f'<span class="crest{size} cr-{name}">{icon(f"c-{name}")}</span>'


def tile_sign(tile: int) -> str:
    """The sign of a hull or a good."""
    return f"h-{HULL_SIGNS[tile]}" if tile < MAST else f"g-{GOOD_SIGNS[tile - CROWN_SAIL - 1]}"


def crest_name(tile: int) -> str:
    return CRESTS[CREST_OF[tile]]


@lru_cache(maxsize=64)
def tile_icon(tile: int, large: bool = False) -> SafeString:
    """A tile in a list: its crest for masts and sails, its own sign for the rest."""
    if MAST <= tile <= CROWN_SAIL:
        kind = "mast" if tile < SAIL else "sail"
        return mark_safe(f'<span class="part part-{kind}">{crest(crest_name(tile), large)}</span>')
    return icon(tile_sign(tile), "i sign-l" if large else "i")


def polar(r: float, degrees: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return r * math.cos(angle), r * math.sin(angle)


def pair(r: float, degrees: float) -> str:
    x, y = polar(r, degrees)
    return f"{num(x)} {num(y)}"


def sector(inner: float, outer: float, middle: float, gap: float) -> str:
    """Path of a ring's eighth; the gap to its neighbours is parallel."""

    def half(r: float) -> float:
        return 22.5 - math.degrees(math.asin(gap / 2 / r))

    hi, ho = half(inner), half(outer)
    return (
        f"M{pair(inner, middle - hi)}L{pair(outer, middle - ho)}"
        f"A{num(outer)} {num(outer)} 0 0 1 {pair(outer, middle + ho)}"
        f"L{pair(inner, middle + hi)}A{num(inner)} {num(inner)} 0 0 0 {pair(inner, middle - hi)}Z"
    )
