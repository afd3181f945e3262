"""Every address of the site, walked out of the URLconf: none can be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

GOOD: dict[str, Any] = {
    "code": "zzcodezz", "ply": 4242, "pk": 4343, "slug": "nauticus", "token": "zztokenzz",
    "username": "alice", "uidb36": "1", "key": "zzkeyzz", "object_id": "4444",
    "app_label": "accounts", "content_type_id": 4545, "url": "zzurlzz",
    "name": "games/invitation", "cid": "zzcidzz",
    "secret": "zzsecretzz",
}  # fmt: skip
UUID = "12345678-1234-5678-1234-567812345678"


@dataclass(frozen=True)
class Address:
    """`path` with good values in it; `values` are those, by name, to be put others in place of."""

    name: str
    path: str
    values: tuple[tuple[str, str], ...]

    @property
    def of_a_match(self) -> bool:
        return self.path.startswith("/t/")


def every() -> list[Address]:
    found = {}
    for name, parts in _walk(get_resolver().url_patterns, "", ()):
        given = {key: value for part in parts for key, value in _given(part).items()}
        path = reverse(name, kwargs=given)
        values = tuple((key, str(value)) for key, value in given.items() if str(value) in path)
        found[path] = Address(name, path, values)
    return [found[path] for path in sorted(found)]


def _given(part: Any) -> dict[str, Any]:
    """A value for each name in one part of an address."""
    converters = getattr(part, "converters", {})
    return {
        name: UUID if type(converters.get(name)).__name__ == "UUIDConverter" else GOOD[name]
        for name in part.regex.groupindex
    }


def _walk(patterns: list[Any], space: str, parts: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    for pattern in patterns:
        now = (*parts, pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern.url_patterns, inner, now)
        elif pattern.name:
            yield space + pattern.name, now


def nameless() -> int:
    """Addresses that nobody can ask for by name."""
    return sum(1 for _ in _unnamed(get_resolver().url_patterns))


def _unnamed(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _unnamed(pattern.url_patterns)
        elif not pattern.name:
            yield pattern
