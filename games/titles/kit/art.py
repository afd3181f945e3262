"""Bits of markup boards are drawn with. Strings, because templates are too slow for a board.

Everything that goes in is a number, a name of ours, or escaped by `esc`.
"""

from __future__ import annotations

from functools import cache, lru_cache

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe


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
    """A sign of the sprite inside a drawing."""
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
    """A sign of the sprite between words."""
    return mark_safe(f'<svg class="{cls}" aria-hidden="true"><use href="{sprite()}#{sign}"/></svg>')


def flag(seat: int, cls: str = "flag") -> SafeString:
    """The flag of a seat; colour and shape both tell whose it is."""
    return icon(flag_sign(seat), cls)


def flag_sign(seat: int) -> str:
    return f"f-{seat + 1}"


class Signs(dict[str, SafeString]):
    """Icons for templates: `{{ ico.t_coin }}`."""

    def __missing__(self, name: str) -> SafeString:
        symbol = name.replace("_", "-")
        found = self[name] = icon(symbol if symbol[1:2] == "-" else f"i-{symbol}")
        return found


SIGNS = Signs()
