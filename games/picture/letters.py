"""Letters drawn with strokes, for pictures: the renderer has no fonts, so we bring our own.

Every glyph is a width and a path on a grid: capitals are 20 high, small letters 13, the baseline is
at 20, descenders reach 26. Accents are left out (é is drawn as e), and what we have no strokes for
becomes a neutral mark, so that any name can be drawn.
"""

from __future__ import annotations

import math
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from games.picture.glyphs import GLYPHS, MARK

GAP: Final = 5.0  # between letters
SPACE: Final = 7.0
HEIGHT: Final = 20  # of capitals
# Letters that no decomposition leads back to A–Z.
FOLDED: Final = {
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th",
    "ħ": "h", "Ħ": "H", "ı": "i", "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"',
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-",
}  # fmt: skip


class Run(NamedTuple):
    """A line of text: how wide it is on the grid, and its strokes."""

    width: float
    path: str


def plain(text: str) -> str:
    """The text in letters we have; one mark for each that we have not."""
    found = []
    for letter in text:
        folded = letter if letter in GLYPHS else FOLDED.get(letter)
        if folded is None:
            parts = unicodedata.normalize("NFKD", letter)
            folded = "".join(c for c in parts if unicodedata.category(c) not in ("Mn", "Me"))
        for c in folded:
            if c.isspace():
                found.append(" ")
            elif unicodedata.category(c) not in ("Cf", "Cc"):  # joiners and the like are not seen
                found.append(c if c in GLYPHS else MARK)
    return "".join(found)


@lru_cache(maxsize=512)
def run(text: str) -> Run:
    """One line. The strokes start at x = 0 and the capitals' top is y = 0."""
    x, parts = 0.0, []
    for letter in plain(text):
        if letter == " ":
            x += SPACE
            continue
        width, path = GLYPHS[letter]
        parts.append(f'<path transform="translate({x:.1f} 0)" d="{path}"/>')
        x += width + GAP
    return Run(max(x - GAP, 0.0), "".join(parts))


def line(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    colour: str = "#000",
    weight: float = 2.4,
    anchor: str = "start",
    room: float = 0,
) -> str:
    """Markup of a line whose capitals are `size` high and stand on `y`.

    What is wider than `room` is drawn smaller, down to two thirds, and then cut short.
    """
    if room and width(text, size) > room:
        size *= max(2 / 3, room / width(text, size))
    scale = size / HEIGHT
    drawn = run(fitted(text, room / scale) if room else text)
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * drawn.width * scale
    return (
        f'<g transform="translate({left:.1f} {y - size:.1f}) scale({scale:.3f})" fill="none"'
        f' stroke="{colour}" stroke-width="{weight}" stroke-linecap="round"'
        f' stroke-linejoin="round">{drawn.path}</g>'
    )


def width(text: str, size: float) -> float:
    """How wide a line would be."""
    return run(text).width * size / HEIGHT


def fitted(text: str, room: float) -> str:
    """The text, or as much of it as fits with three dots."""
    if run(text).width <= room + 0.5:
        return text
    letters = plain(text)
    while letters and run(f"{letters.rstrip()}…").width > room:
        letters = letters[:-1]
    return f"{letters.rstrip()}…"


def columns(text: str, x: float, y: float, size: float, cell: float) -> str:
    """A line whose letters stand in even columns, for text boards."""
    scale = size / HEIGHT
    parts = []
    for k, letter in enumerate(plain(text)):
        if letter == " ":
            continue
        wide, path = GLYPHS[letter]
        squeeze = min(1.0, (cell - 3.6) / wide) if wide else 1.0
        left = k * cell + (cell - wide * squeeze) / 2
        parts.append(
            f'<path transform="translate({left:.1f} 0) scale({squeeze:.2f} 1)" d="{path}"/>'
        )
    return (
        f'<g transform="translate({x:.1f} {y - size:.1f}) scale({scale:.3f})" fill="none"'
        ' stroke="var(--ink)" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
        f"{''.join(parts)}</g>"
    )


def arc(text: str, radius: float, middle: float, size: float, *, colour: str, below: bool) -> str:
    """A line along a circle around the origin, centred at an angle; `below` reads from outside."""
    scale = size / HEIGHT
    letters = plain(text)
    turn = -1 if below else 1
    base = radius + size if below else radius  # the baseline's distance from the centre
    x = -run(text).width / 2
    parts = []
    for letter in letters:
        if letter == " ":
            x += SPACE
            continue
        wide, path = GLYPHS[letter]
        angle = middle + turn * math.degrees((x + wide / 2) * scale / (radius + size / 2))
        parts.append(
            f'<path transform="rotate({angle:.2f}) translate({base:.1f} 0) rotate({90 * turn})'
            f' scale({scale:.3f}) translate({-wide / 2:.1f} {-HEIGHT})" d="{path}"/>'
        )
        x += wide + GAP
    return (
        f'<g fill="none" stroke="{colour}" stroke-width="2.6" stroke-linecap="round"'
        f' stroke-linejoin="round">{"".join(parts)}</g>'
    )
