"""Bits of markup the board is drawn with. Strings, because templates are too slow for a board.

Everything that goes in is a number, a name of ours, or escaped by `esc`.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from engine.nauticus.material import CREST_OF, CROWN_SAIL, MAST, SAIL
from games.titles.nauticus.words import CRESTS, GOOD_SIGNS, HULL_SIGNS


@cache
def sprite() -> str:
    """Address of the sprite: the same for the life of the process."""
    return static("sprite.svg")


def esc(text: object) -> str:
    return str(escape(str(text)))


def num(value: float) -> str:
    """A coordinate, one decimal at most."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def use(sign: str, x: float = 0, y: float = 0, w: float = 0, h: float = 0, cls: str = "") -> str:
    parts = [f'<use href="{sprite()}#{sign}"']
    if x:
        parts.append(f' x="{num(x)}"')
    if y:
        parts.append(f' y="{num(y)}"')
    if w:
        parts.append(f' width="{num(w)}" height="{num(h or w)}"')
    if cls:
        parts.append(f' class="{cls}"')
    parts.append("/>")
    return "".join(parts)


@lru_cache(maxsize=512)
def icon(sign: str, cls: str = "i") -> SafeString:
    return mark_safe(f'<svg class="{cls}" aria-hidden="true"><use href="{sprite()}#{sign}"/></svg>')


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


class Signs(dict[str, SafeString]):
    """Icons for templates: `{{ ico.t_coin }}`."""

    def __missing__(self, name: str) -> SafeString:
        symbol = name.replace("_", "-")
        found = self[name] = icon(symbol if symbol[1:2] == "-" else f"i-{symbol}")
        return found


SIGNS = Signs()
