"""The names of things in Oltre Mare, and what offers say. Whole phrases for every language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine.oltremare.material import CARDS
from engine.oltremare.tables import EVERY_GOOD, GOOD_OF, LIMIT_OF, LOAD_OF, PORT_NAMES, SIGNS_OF

Words = tuple[Promise | str, ...]

# In a sentence, and as a label.
GOODS: Final[Words] = (
    pgettext_lazy("good", "gems"), pgettext_lazy("good", "parchment"),
    pgettext_lazy("good", "silk"), pgettext_lazy("good", "salt"), pgettext_lazy("good", "pottery"),
    pgettext_lazy("good", "olives"), pgettext_lazy("good", "grain"),
)  # fmt: skip
GOODS_LABEL: Final[Words] = (
    pgettext_lazy("good", "Gems"), pgettext_lazy("good", "Parchment"),
    pgettext_lazy("good", "Silk"), pgettext_lazy("good", "Salt"), pgettext_lazy("good", "Pottery"),
    pgettext_lazy("good", "Olives"), pgettext_lazy("good", "Grain"),
)  # fmt: skip
# Ducat, pirate, card, ship: the order in which they're carried out.
SIGNS: Final[Words] = (
    pgettext_lazy("sign", "ducat"), pgettext_lazy("sign", "pirate"), pgettext_lazy("sign", "card"),
    pgettext_lazy("sign", "ship"),
)  # fmt: skip
SIGN_LETTERS: Final[Words] = (
    pgettext_lazy("sign ducat, one letter", "D"), pgettext_lazy("sign pirate, one letter", "P"),
    pgettext_lazy("sign card, one letter", "C"), pgettext_lazy("sign ship, one letter", "S"),
)  # fmt: skip
# What a claim can say, in the order of the engine.
PAIRS: Final[Words] = (
    gettext_lazy("ducat and card"), gettext_lazy("ducat and pirate"), gettext_lazy("card and ship"),
    gettext_lazy("pirate and card"), gettext_lazy("ducat and ship"),
    gettext_lazy("pirate and ship"),
)  # fmt: skip
# Port markers: what they're called, and what each does.
MARKERS: Final[Words] = (
    pgettext_lazy("marker", "Calm sea"), pgettext_lazy("marker", "Compass"),
    pgettext_lazy("marker", "Pirates beaten"), pgettext_lazy("marker", "Good business"),
    pgettext_lazy("marker", "Local influence"), pgettext_lazy("marker", "Favourable trade"),
)  # fmt: skip
MARKERS_LOW: Final[Words] = (
    pgettext_lazy("marker", "calm sea"), pgettext_lazy("marker", "compass"),
    pgettext_lazy("marker", "pirates beaten"), pgettext_lazy("marker", "good business"),
    pgettext_lazy("marker", "local influence"), pgettext_lazy("marker", "favourable trade"),
)  # fmt: skip
MARKER_HELP: Final[Words] = (
    gettext_lazy("Each ship sign you lay earns 1 ducat."),
    gettext_lazy("Go on at once to any port without a compass."),
    gettext_lazy("Your pirate signs bring no pirates."),
    gettext_lazy("One more ducat sign, every turn."),
    gettext_lazy("At the start of your turn: your hand limit minus 3, in ducats."),
    gettext_lazy("The cards you buy in a turn cost 1, 2, 3 and 4 ducats."),
)
NO_MARKER: Final = gettext_lazy("no marker")
PORTS: Final = PORT_NAMES  # in Italian, as on the chart, in every language
# By kind of offer: slip, call, counter-offer, call that hasn't been sent.
KINDS: Final[Words] = (
    pgettext_lazy("offer", "slip"), pgettext_lazy("offer", "call"),
    pgettext_lazy("offer", "counter-offer"), pgettext_lazy("offer", "prepared call"),
)  # fmt: skip


def ducats(count: int) -> str:
    return ngettext("{n} ducat", "{n} ducats", count).format(n=signed(count))


def cards(count: int) -> str:
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def routes(count: int) -> str:
    return ngettext("{n} route", "{n} routes", count).format(n=count)


def pirates(count: int) -> str:
    return ngettext("{n} pirate card", "{n} pirate cards", count).format(n=count)


def prestige(count: int) -> str:
    return ngettext("{n} prestige tile", "{n} prestige tiles", count).format(n=count)


def signed(number: int) -> str:
    """With a true minus."""
    return str(number).replace("-", "−")


def listed(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def either(parts: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} or {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def player(seat: int, names: Sequence[str]) -> str:
    return names[seat] if 0 <= seat < len(names) else _("player {n}").format(n=seat + 1)


def players(seats: Sequence[int], names: Sequence[str]) -> str:
    """ "bob and chloe"; "everyone" if there are more players than one and nobody is left out."""
    if len(seats) > 1 and len(seats) == len(names) - 1:
        return _("everyone")
    return listed([player(seat, names) for seat in seats])


def members(mask: int) -> list[int]:
    """What a set holds: seats or goods."""
    return [one for one in range(mask.bit_length()) if mask >> one & 1]


# --- cards and goods ----------------------------------------------------------------------


def known(number: int) -> bool:
    return 1 <= number <= CARDS


def good_of(card: int) -> str:
    """The good of a card, which is all that others may know of it."""
    return str(GOODS[GOOD_OF[card]]) if known(card) else _("unknown card")


def card(number: int) -> str:
    """A card with all that's on it, for those who may see it."""
    if not known(number):
        return _("unknown card")
    one, other = (str(SIGNS[k]) for k in range(4) if SIGNS_OF[number][k])
    return _("{good} ({one}, {other}, limit {limit}, load {load})").format(
        good=good_of(number), one=one, other=other, limit=LIMIT_OF[number], load=LOAD_OF[number]
    )


def all_cards(numbers: Iterable[int]) -> str:
    return listed([card(number) for number in numbers])


def counted(parts: Iterable[str]) -> list[str]:
    """Each once, with how often: "2 × grain"."""
    found: dict[str, int] = {}
    for part in parts:
        found[part] = found.get(part, 0) + 1
    return [part if count == 1 else f"{count} × {part}" for part, count in found.items()]


def goods(numbers: Iterable[int]) -> str:
    """Goods of several cards."""
    return listed(counted(str(GOODS[good]) for good in numbers))


def goods_of(numbers: Iterable[int]) -> str:
    return listed(counted(good_of(number) for number in numbers))


def stacked(numbers: Iterable[int]) -> str:
    """Goods of cards in their order, run by run."""
    runs = [(good, len([*run])) for good, run in groupby(numbers, key=good_of)]
    return ", ".join(good if count == 1 else f"{count} × {good}" for good, count in runs)


def any_of(mask: int) -> str:
    """A set of goods, of which one will do."""
    left_out = members(EVERY_GOOD & ~mask)
    if not left_out:
        return _("any good")
    if len(left_out) <= 2 and mask:
        return _("any good except {goods}").format(
            goods=listed([str(GOODS[good]) for good in left_out])
        )
    return either([str(GOODS[good]) for good in members(mask)]) or _("nothing")


# --- offers -------------------------------------------------------------------------------


def given(named: Sequence[str], claims: Sequence[int], pay: int) -> str:
    """What an offer gives: goods, what's said about their signs, ducats."""
    said = [
        name
        if claim < 0
        else _("{good} (said to show {signs})").format(good=name, signs=PAIRS[claim])
        for name, claim in zip(named, claims or [-1] * len(named), strict=True)
    ]
    return _side(counted(said), pay)


def asked(wants: Sequence[int], pay: int) -> str:
    """What an offer asks for. With several cards, choices are kept together by brackets."""
    parts = [
        f"({any_of(want)})" if len(wants) > 1 and 1 < want.bit_count() < 5 else any_of(want)
        for want in wants
    ]
    return _side(counted(parts), -pay)


def _side(parts: list[str], pay: int) -> str:
    return listed([*parts, ducats(pay)] if pay > 0 else parts)


def bargain(gives: str, asks: str) -> str:
    """Both sides of an offer."""
    if not asks:
        return _("{gives} as a gift").format(gives=gives)
    if not gives:
        return _("{asks} for nothing in return").format(asks=asks)
    return _("{gives} for {asks}").format(gives=gives, asks=asks)
