"""Parts of pages that are the same again and again, drawn once per process.

Bar, menu and foot hold dozens of links and words and made up a fifth of a match page's cost.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from django.conf import settings
from django.utils.translation import get_language

MOST = 2000  # then everything is forgotten; a part is small and quickly drawn anew

_parts: dict[Hashable, str] = {}


def part(key: tuple[Hashable, ...], draw: Callable[[], str]) -> str:
    """What `key` stands for in the reader's language, drawn now if it is not known yet."""
    if settings.DEBUG:
        return draw()  # whoever works on templates wants to see the change
    whole = (get_language(), *key)
    found = _parts.get(whole)
    if found is None:
        if len(_parts) >= MOST:
            forget()
        found = _parts[whole] = draw()
    return found


def forget() -> None:
    _parts.clear()
