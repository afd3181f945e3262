"""Who has what open in front of them, so that nobody is mailed what they are looking at.

Kept in the cache for a short while: a page that is seen says so again and again. Without the cache
everybody counts as away, and is told.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.core.cache import cache

SECONDS = 75  # a page that is looked at says so every 25


def arrive(user_id: int, about: str) -> None:
    cache.set(_key(user_id, about), 1, SECONDS)


def leave(user_id: int, about: str) -> None:
    cache.delete(_key(user_id, about))


def looking_at(user_id: int, abouts: Iterable[str]) -> set[str]:
    keys = {_key(user_id, about): about for about in abouts}
    return {keys[key] for key in cache.get_many(list(keys))}


def _key(user_id: int, about: str) -> str:
    return f"here:{user_id}:{about}"
