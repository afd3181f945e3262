"""Shipyard in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.titles.facts import Title

FACTS = Title(
    slug="shipyard",
    name="Shipyard",
    credit="Vladimír Suchý, 2009",
    about=_(
        "Collect parts, crew and canals in a yard of the steam age, then test each ship on its "
        "maiden voyage."
    ),
    planned=(2, 3, 4),
    crests="ship crown ship",
    goods="coffee",
)
