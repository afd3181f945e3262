"""What the board calls things. The one place that asks for the title's words.

Where `words.py` has no answer, the engine's English one is taken: so board and words can be
written, and changed, one without the other.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from engine.oltremare.english import ENGLISH
from engine.oltremare.material import GOODS
from engine.oltremare.tables import EVERY_GOOD, GOOD_OF, LIMIT_OF, LOAD_OF, SIGNS_OF
from games.titles import registry
from games.titles.facts import Text

SIGNS: tuple[Text, ...] = (lazy("ducat"), lazy("pirate"), lazy("card"), lazy("ship"))
# What a marker does for whoever has it in force.
EFFECTS: dict[int, Text] = {
    -1: lazy("no marker: yours lapses"),
    0: lazy("+1 ducat per ship sign"),
    1: lazy("go on to any port"),
    2: lazy("no pirates from signs"),
    3: lazy("+1 ducat sign"),
    4: lazy("limit − 3 ducats each turn"),
    5: lazy("buy for 1, 2, 3, 4"),
}


def _said(kind: str, number: int) -> str:
    """A name from the title's words (`good(3)`, `port(7)`), or the engine's."""
    own: Any = getattr(registry.part("oltremare", "words"), kind, None)
    return str(own(number)) if callable(own) else ENGLISH[f"{kind}.{number}"]


def good(number: int) -> str:
    return _said("good", number)


def port(number: int) -> str:
    return _said("port", number)


def marker(number: int) -> str:
    return _said("marker", number)


def pair(number: int) -> str:
    """Two signs, as somebody claims them."""
    return _said("pair", number)


def effect(number: int) -> str:
    return str(EFFECTS[number])


def titled(text: str) -> str:
    """With a capital, where it begins a line."""
    return text[:1].upper() + text[1:]


def goods(mask: int) -> str:
    """Any of these."""
    if mask == EVERY_GOOD:
        return _("any card")
    return _(" or ").join(good(one) for one in range(len(GOODS)) if mask >> one & 1)


def ducats(number: int) -> str:
    return _("1 ducat") if number == 1 else _("{n} ducats").format(n=number)


def signs(card: int) -> str:
    """Ducat and ship."""
    one, other = (str(SIGNS[k]) for k, n in enumerate(SIGNS_OF[card]) if n)
    return _("{one} and {other}").format(one=one, other=other)


def card(number: int) -> str:
    """A card as it is read out."""
    return _("{good}: {signs}. Limit {limit}, load {load}.").format(
        good=titled(good(GOOD_OF[number])),
        signs=signs(number),
        limit=LIMIT_OF[number],
        load=LOAD_OF[number],
    )


def limit_and_load(number: int) -> tuple[int, int]:
    """Of the next turn, if this card is on top."""
    return LIMIT_OF[number], LOAD_OF[number]
