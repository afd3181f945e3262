"""Oltre Mare in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.titles.facts import Title

FACTS = Title(
    slug="oltremare",
    name="Oltre Mare",
    credit="Emanuele Ornella, 2004",
    about=_(
        "A trader’s hand of cards: swap goods, load the hold in the right order, call at ports "
        "around the eastern Mediterranean."
    ),
    planned=(2, 3, 4, 5),
    crests="whale",
    goods="grain",
)
