"""Who has what open in front of them, so that nobody is mailed what they are looking at.

Kept in the cache for a short while: a page that is seen says so again and again. Without the cache
everybody counts as away, and is told. Each window speaks for itself: closing one says nothing about
another that still shows the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from django.core.cache import cache

SECONDS = 75  # a page that is looked at says so every 25

Windows = dict[str, float]  # which of them, and until when its word is good


def arrive(user_id: int, about: str, window: str = "") -> bool:
    """True if nothing of theirs showed it until now."""
    key = _key(user_id, about)
    before = _open(cache.get(key))
    # Two windows that speak at the same moment may overwrite each other: the next beat mends it.
    cache.set(key, {**before, window: time.time() + SECONDS}, SECONDS)
    return not before


def leave(user_id: int, about: str, window: str = "") -> bool:
    """True if this was the last window that showed it."""
    key = _key(user_id, about)
    before = _open(cache.get(key))
    left = {name: until for name, until in before.items() if name != window}
    if left:
        cache.set(key, left, SECONDS)
    else:
        cache.delete(key)
    return bool(before) and not left


def looking_at(user_id: int, abouts: Iterable[str]) -> set[str]:
    keys = {_key(user_id, about): about for about in abouts}
    return {keys[key] for key, found in cache.get_many(list(keys)).items() if _open(found)}


def _open(found: Windows | None) -> Windows:
    now = time.time()
    return {name: until for name, until in (found or {}).items() if until > now}


def _key(user_id: int, about: str) -> str:
    return f"here:{user_id}:{about}"
