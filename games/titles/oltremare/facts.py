"""Oltre Mare in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.titles.facts import Setting, Title


def length(quarters: int) -> str:
    """How much of the deck is used."""
    found = {4: _now("the whole deck"), 2: _now("half the deck"), 1: _now("a quarter of the deck")}
    return found.get(quarters, str(quarters))


FACTS = Title(
    slug="oltremare",
    name="Oltre Mare",
    credit="Emanuele Ornella, 2004",
    about=_(
        "A trader’s hand of cards: swap goods, load the hold in the right order, call at ports "
        "around the eastern Mediterranean."
    ),
    planned=(2, 3, 4, 5),
    minutes={2: 45, 3: 60, 4: 75, 5: 90},
    # A turn each, and two more hand-overs where somebody calls: in three turns of ten.
    turns={2: 31, 3: 39, 4: 39, 5: 38},
    crests="whale",
    goods="grain",
    options={
        "length": Setting(_("Quarters of the deck"), amount=length, short=1),
        "calls": Setting(_("Rounds of calls per turn")),
        "venice": Setting(_("Venice pays for cargo (1: yes, 0: no)")),
    },
    lines={
        "purse": _("Purse"),
        "prestige": _("Prestige"),
        "cargo": _("Cargo"),
        "pirates": _("Pirates"),
        "markers": _("Port markers"),
    },
    tiebreaks=(_("cards in the cargo pile"), _("seat order")),
)
