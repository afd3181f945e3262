"""What the site says of a title, playable or to come; its rules are the engine's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from engine.core.game import Game
from engine.registry import TITLES, get

Text = str | Promise

STAGES: dict[str, Text] = {
    "playable": pgettext_lazy("stage of a title", "can be played"),
    "planned": pgettext_lazy("stage of a title", "planned"),
}


@dataclass(frozen=True)
class Setting:
    """An option of the rules: what the site calls it, and what follows from its values."""

    label: Text
    amount: Callable[[int], str] | None = None  # "3 rounds", if this is what makes a match long
    short: int | None = None  # makes a match as short as it can sensibly be
    rated: tuple[int, ...] = ()  # what the ladder counts besides the full match


@dataclass(frozen=True)
class Title:
    slug: str
    name: str
    credit: str = ""
    about: Text = ""
    planned: tuple[int, ...] = ()  # seats, until there is a game that knows
    minutes: dict[int, int] = field(default_factory=dict)  # by seats, for a full match
    turns: dict[int, int] = field(default_factory=dict)  # by seats: times the turn passes on
    crests: str = "ship"
    goods: str = ""
    options: dict[str, Setting] = field(default_factory=dict)
    lines: dict[str, Text] = field(default_factory=dict)  # of the score sheet
    tiebreaks: tuple[Text, ...] = ()
    rule_icons: tuple[str, ...] = ()  # a sign beside each section of the rules, in their order

    @property
    def game(self) -> Game[Any]:
        return get(self.slug)

    @property
    def is_playable(self) -> bool:
        return self.slug in TITLES

    @property
    def stage(self) -> str:
        return "playable" if self.is_playable else "planned"

    @property
    def stage_label(self) -> Text:
        return STAGES[self.stage]

    @property
    def seats(self) -> list[int]:
        return list(self.game.seats if self.is_playable else self.planned)

    @property
    def players(self) -> str:
        return f"{self.seats[0]}–{self.seats[-1]}"

    @property
    def length(self) -> str:
        times = sorted(self.minutes.values())
        return f"{times[0]}–{times[-1]}" if times else ""

    def choice(self, key: str) -> Setting:
        return self.options.get(key) or Setting(key.capitalize())

    def full(self, size: int) -> dict[str, int]:
        """The options of a full match, which everybody gets who asks for nothing else."""
        return self.game.complete(size, {}, "00" * 16)

    def is_full(self, size: int, options: dict[str, int]) -> bool:
        return options == self.full(size)

    def may_rate(self, size: int, options: dict[str, int]) -> bool:
        """Does the ladder count a match with these options?"""
        return all(
            options[key] == usual or options[key] in self.choice(key).rated
            for key, usual in self.full(size).items()
        )

    @property
    def short(self) -> dict[str, int]:
        """The options of a short match."""
        return {key: it.short for key, it in self.options.items() if it.short is not None}

    def lasts(self, options: dict[str, int]) -> str:
        """How long a match with these options is, "" if that can't be counted."""
        told = [(self.choice(key).amount, value) for key, value in options.items()]
        return ", ".join(amount(value) for amount, value in told if amount is not None)
