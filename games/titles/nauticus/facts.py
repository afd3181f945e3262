"""Nauticus in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.titles.facts import Setting, Title


def rounds(n: int) -> str:
    return ngettext("%(n)d round", "%(n)d rounds", n) % {"n": n}


FACTS = Title(
    slug="nauticus",
    name="Nauticus",
    credit="Wolfgang Kramer, Michael Kiesling, 2013",
    about=_(
        "Buy hulls, masts and sails from a wheel of changing prices, build ships, deliver goods. "
        "Four or five rounds, no hidden information."
    ),
    minutes={2: 45, 3: 75, 4: 100},
    turns={2: 56, 3: 105, 4: 140},
    crests="wheel star",
    goods="fish salt",
    options={"rounds": Setting(_("Rounds"), amount=rounds, short=1)},
    lines={
        "track": _("Score track"),
        "goods": _("Goods delivered"),
        "ships": _("Ships completed"),
        "leftovers": _("Leftover resources"),
    },
    tiebreaks=(_("coins left over"), _("total coins")),
    rule_icons=(
        "g-salt", "t-anchor", "compass", "t-blue", "t-coin", "c-ship", "a-transport",
        "pass", "extra", "t-crown", "t-vp", "book", "note",
    ),
)  # fmt: skip
