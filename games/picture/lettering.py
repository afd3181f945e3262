"""Words on a picture, set in the fonts that `fonts` gives the renderer.

The renderer shapes the text and knows its width, but doesn't tell. Where a line has to fit, its
width is estimated from above: a name may come out a little smaller than it had to, never too wide.
"""

from __future__ import annotations

import unicodedata
from html import escape
from typing import Final

CAPS: Final = 0.66  # height of capitals, in font sizes
CELL: Final = 0.6 / CAPS  # width of a typed letter, in heights of capitals
REGULAR: Final = 400
BOLD: Final = 600
MARK: Final = "◊"  # for a letter of a script the fonts don't have: neither empty nor a riddle
# Widths in bold, in font sizes, rounded up; a letter without a row has that of its base or kind.
CAPITAL: Final = 0.79
SMALL: Final = 0.61
OTHER: Final = 1.0
WIDTHS: Final = {
    letter: width
    for width, letters in (
        (0.2, " "),
        (0.29, "ijl|ıіјι"),
        (0.34, "I.,:;!'‘’·f-()[]{}łЇІ"),
        (0.38, "rt/\\ľ"),
        (0.51, "csvxyzJY?*–“”«»ťгзстухэєενςτ"),
        (0.54, "0123456789aegFL_#$+<=>^~€×авекчьκλυ"),
        (0.58, f"bdhknopquAESTVXZŁ{MARK}билнопряαηορσ"),
        (0.68, "BCDGHKNOPQRU&ďмπъ"),
        (0.88, "mwMW%@æœÆ—жфшщыюљњφψω"),
        (1.0, "ЖЫШЩЮЉЊŒ…"),
    )
    for letter in letters
}


def line(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    colour: str = "#000",
    weight: int = REGULAR,
    anchor: str = "start",
    room: float = 0,
) -> str:
    """Markup of a line whose capitals are `size` high and stand on `y`.

    What is wider than `room` is drawn smaller, down to two thirds, and then cut short.
    """
    shown = plain(text)
    if room and width(shown, size) > room:
        size *= max(2 / 3, room / width(shown, size))
        shown = _fitted(shown, size, room)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size / CAPS:.2f}" font-weight="{weight}"'
        f' text-anchor="{anchor}" fill="{colour}">{escape(shown)}</text>'
    )


def typed(text: str, x: float, y: float, size: float) -> str:
    """A line whose letters stand in even columns, `CELL` wide, for text boards."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size / CAPS:.2f}" font-family="monospace"'
        f' xml:space="preserve" fill="var(--ink)">{escape(plain(text))}</text>'
    )


def width(text: str, size: float) -> float:
    """How wide a line can get at most, in either weight."""
    return sum(map(_width, plain(text))) * size / CAPS


def plain(text: str) -> str:
    """What can be drawn of a text: one mark for each letter of another script, and nothing that
    would turn the line round or tower above it."""
    found: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        # Full-width and fancy letters are plain ones to us.
        for c in letter if _known(letter) else unicodedata.normalize("NFKC", letter):
            kind = unicodedata.category(c)
            if c.isspace():
                found.append(" ")
            elif kind[0] == "M":  # one accent that has no letter of its own, like in "x̃"
                if kind == "Mn" and _known(c) and found and not unicodedata.combining(found[-1]):
                    found.append(c)
            elif kind not in ("Cc", "Cf"):
                found.append(c if _known(c) else MARK)
    return "".join(found)


def _known(letter: str) -> bool:
    """Latin, Greek, Cyrillic; with rarer accents; punctuation, arrows and simple shapes."""
    return letter < "\u0530" or "\u1e00" <= letter < "\u2600"


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if letter in WIDTHS:
        return WIDTHS[letter]
    base = unicodedata.normalize("NFD", letter)[0]
    kind = CAPITAL if base.isupper() else SMALL if base.islower() else OTHER
    return WIDTHS.get(base, kind)


def _fitted(text: str, size: float, room: float) -> str:
    """The text, or as much of it as fits with three dots."""
    shown = text
    while text and width(shown, size) > room + 0.5:
        text = text[:-1].rstrip()
        shown = f"{text}…"
    return shown
