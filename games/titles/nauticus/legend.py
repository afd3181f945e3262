"""What the signs of the wheel mean."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.titles.kit.art import esc, icon, sprite


def legend() -> SafeString:
    return mark_safe(_legend(str(get_language()), sprite()))


@lru_cache(maxsize=16)
def _legend(_lang: str, _sprite: str) -> str:
    parts = [f"<summary>{esc(_('What the symbols mean'))}</summary><dl>"]
    for sign, name, text in _entries():
        parts.append(f"<div><dt>{sign}{esc(name)}</dt><dd>{esc(text)}</dd></div>")
    return "".join(parts) + "</dl>"


def _entries() -> list[tuple[str, str, str]]:
    """From the hub outwards."""
    pips = '<span class="pips"><i class="done"></i><i class="cur"></i><i></i></span>'
    used = '<span class="key-back"></span>'
    price = '<span class="key-prices"><b>0</b><b>1</b><b>2</b><b>3</b></span>'
    return [
        (
            icon("t-blue"),
            _("Blue workers"),
            _(
                "These workers sit on the disc. Anyone who uses the tile beside them can spend "
                "them before their own."
            ),
        ),
        (
            icon("t-anchor"),
            _("Anchor"),
            _(
                "On the disc: no blue workers here. On a space: the first one chosen this round; "
                "the disc turns to it next."
            ),
        ),
        (
            icon("i-plus"),
            _("Bonus"),
            _(
                "On the inner ring. Choose the space and you get it at once: workers, coins, "
                "points or a tile."
            ),
        ),
        (
            icon("a-mast"),
            _("Action tile"),
            _("Blue tiles sell four kinds for coins and workers; light ones cost workers only."),
        ),
        (
            price,
            _("Prices"),
            _(
                "On the outer ring: coins for the first copy of the tile next to it. Each "
                "further copy costs 4."
            ),
        ),
        (
            used,
            _("Used tile"),
            _("Flipped until the round ends; the flag shows who chose it."),
        ),
        (
            icon("t-worker"),
            _("Worker"),
            _("Every use of an action costs one: blue ones first, then your own."),
        ),
        (
            pips,
            _("Round track"),
            _("Seven phases per round: done, current, still to come. The eighth tile isn’t used."),
        ),
        (
            '<span class="moved-dot"></span>',
            _("New since your turn"),
            _("A blue diamond, or corners around the parts of a ship. They go when you confirm."),
        ),
    ]
