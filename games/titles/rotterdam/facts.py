"""Rotterdam in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.titles.facts import Title

FACTS = Title(
    slug="rotterdam",
    name="Rotterdam",
    credit="Hans van Tol, 2007",
    about=_(
        "Bring raw materials through a busy harbour to four docks, and collect the "
        "goods your orders ask for."
    ),
    planned=(2, 3, 4),
    crests="star whale",
    goods="grain coffee",
)
