"""What the site says of the four titles until each has pages of its own."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Text = str | Promise


@dataclass(frozen=True)
class Title:
    slug: str
    name: str
    credit: str
    players: str
    about: Text
    stage: str
    crests: str
    goods: str = ""

    @property
    def stage_label(self) -> Text:
        return STAGES[self.stage]


STAGES: dict[str, Text] = {
    "playable": pgettext_lazy("stage of a title", "can be played"),
    "building": pgettext_lazy("stage of a title", "being built"),
    "planned": pgettext_lazy("stage of a title", "planned"),
}

TITLES = (
    Title(
        slug="nauticus",
        name="Nauticus",
        credit="Wolfgang Kramer, Michael Kiesling, 2013",
        players="2–4",
        about=_(
            "Buy hulls, masts and sails from a wheel whose prices turn, build ships, "
            "deliver goods. Five rounds, everything in the open."
        ),
        stage="playable",
        crests="wheel star",
        goods="fish salt",
    ),
    Title(
        slug="oltremare",
        name="Oltre Mare",
        credit="Emanuele Ornella, 2004",
        players="2–5",
        about=_(
            "A trader's hand of cards: swap goods, load the hold in the right order, "
            "call at ports around the eastern Mediterranean."
        ),
        stage="planned",
        crests="whale",
        goods="grain",
    ),
    Title(
        slug="shipyard",
        name="Shipyard",
        credit="Vladimír Suchý, 2009",
        players="2–4",
        about=_(
            "Collect parts, crew and canals in a yard of the steam age, then prove each "
            "ship on its first voyage."
        ),
        stage="planned",
        crests="ship crown ship",
        goods="coffee",
    ),
    Title(
        slug="rotterdam",
        name="Rotterdam",
        credit="Hans van Tol, 2007",
        players="2–4",
        about=_(
            "Bring raw materials through a busy harbour to four docks, and collect the "
            "goods your orders ask for."
        ),
        stage="planned",
        crests="star whale",
        goods="grain coffee",
    ),
)
