"""Words of the text board. The engine draws it; these phrases lie over its English ones."""

from __future__ import annotations

from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.oltremare.material import CARDS
from engine.oltremare.tables import GOOD_OF, LIMIT_OF, LOAD_OF, SIGNS_OF
from games.titles.oltremare import names

PHRASES: Final = {
    "head": _("{0}, round {1}"),
    "head.last": _("the last one"),
    "head.over": _("{0}, after {1} rounds"),
    "table": _("deck {0}, discard pile {1}"),
    "table.venice": _("Venice is still in the deck"),
    "table.no-venice": _("Venice has been visited"),
    "now": _("{0}’s turn: limit {1}, load {2}, bought {3}"),
    "laid": pgettext_lazy("cards", "laid"),
    "player": _("{0}: ducats {1}, cards {2}, prestige {3}, markers {4} ({5}), pirates {6}, at {7}"),
    "cargo": _("cargo"),
    "cargo.top": _("(top) {0}"),
    "settled": _("cards already counted"),
    "quiet": _("takes no calls"),
    "wish": _("is looking for {0}"),
    "may_buy": _("can still buy: {0}"),
    "markers": _("markers"),
    "at": _("{0} ({1})"),
    "offers": _("offers"),
    "offer": _("{0}. {1} by {2} to {3}: {4} for {5}"),
    "nothing": _("nothing"),
    "ducats": _("{0} ducats"),
    "ducats.1": _("1 ducat"),
    "or": pgettext_lazy("between alternatives", " or "),
    "any": _("any good"),
    "plus": " + ",
    "claimed": _("{0} (said to show {1})"),
    "legend": _("Cards: number, good, signs (D ducat, P pirate, C card, S ship), limit/load."),
    "hand": _("your hand"),
    "pirate_pile": _("your pirate pile"),
    "unknown": "?",
    "numbered": "{0} {1}",
    "known": _("known in the hand of {0}"),
    "marker.-1": names.NO_MARKER,
    **{f"kind.{i}": word for i, word in enumerate(names.KINDS)},
    **{f"good.{i}": word for i, word in enumerate(names.GOODS)},
    **{f"marker.{i}": word for i, word in enumerate(names.MARKERS_LOW)},
    **{f"pair.{i}": word for i, word in enumerate(names.PAIRS)},
    **{
        f"card.{card}": format_lazy(
            "{good} {signs} {limit}/{load}",
            good=names.GOODS[GOOD_OF[card]],
            signs=format_lazy(
                "{}" * 2, *(names.SIGN_LETTERS[k] for k in range(4) if SIGNS_OF[card][k])
            ),
            limit=LIMIT_OF[card],
            load=LOAD_OF[card],
        )
        for card in range(1, CARDS + 1)
    },
}


def phrases() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in PHRASES.items()}
