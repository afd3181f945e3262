"""A table of phrases: the only place where the engine's keys turn into words.

A title brings its English table; the site lays translated phrases over it. A missing phrase is
shown as its key, because a strange word on the screen is better than a crash in a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any


class _Lenient(Formatter):
    """Formats with what is there and leaves `{name}` standing where nothing is."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if isinstance(key, int):
            return args[key] if key < len(args) else "{" + str(key) + "}"
        return kwargs.get(key, "{" + key + "}")


_FORMAT = _Lenient()


class Phrases:
    """Phrases by key, with later tables laid over earlier ones."""

    def __init__(self, *tables: Mapping[str, str]) -> None:
        self.table: dict[str, str] = {}
        for table in tables:
            self.table.update(table)

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def __call__(self, key: str, *args: object, **params: object) -> str:
        """The phrase, with `{0}` and `{name}` filled in; the key itself if there is no phrase."""
        text = self.table.get(key)
        if text is None:
            return key
        return _FORMAT.vformat(text, args, params) if "{" in text else text

    def seat(self, seat: int) -> str:
        """What a seat is called: the phrase `seat.2` if there is one, else `seat` with a number."""
        named = self.table.get(f"seat.{seat}")
        return self("seat", seat) if named is None else named

    def over(self, *tables: Mapping[str, str]) -> Phrases:
        """A new table with these laid over it (a translation over the English)."""
        return Phrases(self.table, *tables)
