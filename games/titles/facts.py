"""What the pages say of each title that can be played; its rules live in the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.core.game import Game
from engine.registry import TITLES, get

Text = str | Promise


@dataclass(frozen=True)
class Title:
    slug: str
    name: str
    credit: str = ""
    about: Text = ""
    minutes: dict[int, int] = field(default_factory=dict)  # by seats, for a full match
    turns: dict[int, int] = field(default_factory=dict)  # by seats: times the turn passes on
    crests: str = "ship"
    goods: str = ""
    options: dict[str, Text] = field(default_factory=dict)
    lines: dict[str, Text] = field(default_factory=dict)  # of the score sheet
    tiebreaks: tuple[Text, ...] = ()

    @property
    def game(self) -> Game[Any]:
        return get(self.slug)

    @property
    def seats(self) -> list[int]:
        return list(self.game.seats)

    @property
    def players(self) -> str:
        return f"{self.seats[0]}–{self.seats[-1]}"

    @property
    def length(self) -> str:
        times = sorted(self.minutes.values())
        return f"{times[0]}–{times[-1]}" if times else ""


KNOWN = {
    "nauticus": Title(
        slug="nauticus",
        name="Nauticus",
        credit="Wolfgang Kramer, Michael Kiesling, 2013",
        about=_(
            "Buy hulls, masts and sails from a wheel whose prices turn, build ships, "
            "deliver goods. Four or five rounds, everything in the open."
        ),
        minutes={2: 45, 3: 75, 4: 100},
        turns={2: 56, 3: 105, 4: 140},
        crests="wheel star",
        goods="fish salt",
        options={"rounds": _("Rounds")},
        lines={
            "track": _("On the track"),
            "goods": _("Goods delivered"),
            "ships": _("Ships completed"),
            "leftovers": _("What was left over"),
        },
        tiebreaks=(_("coins left over"), _("coins in all")),
    ),
}


def title_of(slug: str) -> Title:
    """Facts of a title; one that nobody described yet is known by its slug."""
    return KNOWN.get(slug) or Title(slug=slug, name=slug.capitalize())


def playable() -> list[Title]:
    return [title_of(slug) for slug in TITLES]
