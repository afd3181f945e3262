"""The names of things in Nauticus. Whole phrases, so that every language can word them."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine.nauticus.material import GOOD, MAST, SAIL

Words = tuple[Promise | str, ...]

# By tile: in a sentence, with article, and as a label.
TILE: Final[Words] = (
    gettext_lazy("stern"), gettext_lazy("middle hull"), gettext_lazy("bow"),
    gettext_lazy("single hull"),
    gettext_lazy("whale mast"), gettext_lazy("ship mast"), gettext_lazy("wheel mast"),
    gettext_lazy("star mast"), gettext_lazy("crown mast"),
    gettext_lazy("whale sail"), gettext_lazy("ship sail"), gettext_lazy("wheel sail"),
    gettext_lazy("star sail"), gettext_lazy("crown sail"),
    gettext_lazy("fish"), gettext_lazy("grain"), gettext_lazy("coffee"), gettext_lazy("salt"),
)  # fmt: skip
A_TILE: Final[Words] = (
    gettext_lazy("a stern"), gettext_lazy("a middle hull"), gettext_lazy("a bow"),
    gettext_lazy("a single hull"),
    gettext_lazy("a whale mast"), gettext_lazy("a ship mast"), gettext_lazy("a wheel mast"),
    gettext_lazy("a star mast"), gettext_lazy("a crown mast"),
    gettext_lazy("a whale sail"), gettext_lazy("a ship sail"), gettext_lazy("a wheel sail"),
    gettext_lazy("a star sail"), gettext_lazy("a crown sail"),
    pgettext_lazy("one tile", "fish"), pgettext_lazy("one tile", "grain"),
    pgettext_lazy("one tile", "coffee"), pgettext_lazy("one tile", "salt"),
)  # fmt: skip
TILE_LABEL: Final[Words] = (
    gettext_lazy("Stern"), gettext_lazy("Middle hull"), gettext_lazy("Bow"),
    gettext_lazy("Single hull"),
    gettext_lazy("Whale mast"), gettext_lazy("Ship mast"), gettext_lazy("Wheel mast"),
    gettext_lazy("Star mast"), gettext_lazy("Crown mast"),
    gettext_lazy("Whale sail"), gettext_lazy("Ship sail"), gettext_lazy("Wheel sail"),
    gettext_lazy("Star sail"), gettext_lazy("Crown sail"),
    gettext_lazy("Fish"), gettext_lazy("Grain"), gettext_lazy("Coffee"), gettext_lazy("Salt"),
)  # fmt: skip
CREST: Final[Words] = (
    gettext_lazy("whale"), gettext_lazy("ship"), gettext_lazy("wheel"), gettext_lazy("star"),
    gettext_lazy("crown"),
)  # fmt: skip
ACTION: Final[Words] = (
    gettext_lazy("Buy hulls"), gettext_lazy("Buy masts"), gettext_lazy("Buy sails"),
    gettext_lazy("Buy goods"), gettext_lazy("Transport"), gettext_lazy("Withdraw money"),
    gettext_lazy("Deliver goods"), gettext_lazy("Score crowns"),
)  # fmt: skip
ACTION_LOW: Final[Words] = (
    gettext_lazy("buy hulls"), gettext_lazy("buy masts"), gettext_lazy("buy sails"),
    gettext_lazy("buy goods"), gettext_lazy("transport"), gettext_lazy("withdraw money"),
    gettext_lazy("deliver goods"), gettext_lazy("score crowns"),
)  # fmt: skip
HELP: Final[Words] = (
    gettext_lazy("Buy as many as you like. Each costs one worker and its price."),
    gettext_lazy("Buy as many as you like. Each costs one worker and its price."),
    gettext_lazy("Buy as many as you like. Each costs one worker and its price."),
    gettext_lazy("Buy as many as you like. Each costs one worker and its price."),
    gettext_lazy("Each worker moves one tile from your storage to a ship."),
    gettext_lazy("Each worker you send earns 2 coins. You can do this once."),
    gettext_lazy("Deliver everything on a complete, fully loaded ship: one worker per good."),
    gettext_lazy("Points = workers × crowns, 15 at most. You can do this once."),
)
# What the next worker pays for, by action.
NEXT: Final[Words] = (
    gettext_lazy("Next purchase:"), gettext_lazy("Next purchase:"), gettext_lazy("Next purchase:"),
    gettext_lazy("Next purchase:"), gettext_lazy("Next tile:"), gettext_lazy("First worker:"),
    gettext_lazy("Each good:"), gettext_lazy("First worker:"),
)  # fmt: skip
REWARD: Final[Words] = (
    gettext_lazy("Crown mast"), gettext_lazy("Crown sail"), gettext_lazy("3 points"),
    gettext_lazy("7 coins"), gettext_lazy("3 workers"), gettext_lazy("2 different goods"),
)  # fmt: skip
REWARD_LOW: Final[Words] = (
    gettext_lazy("a crown mast"), gettext_lazy("a crown sail"), gettext_lazy("3 points"),
    gettext_lazy("7 coins"), gettext_lazy("3 workers"), gettext_lazy("goods"),
)  # fmt: skip
STACKS: Final = {
    "hulls": gettext_lazy("Hulls left"), "goods": gettext_lazy("Goods left"),
    "masts": gettext_lazy("Masts left"), "sails": gettext_lazy("Sails left"),
}  # fmt: skip
TURN_ORDER: Final[Words] = (
    gettext_lazy("first to act"), gettext_lazy("second to act"), gettext_lazy("third to act"),
    gettext_lazy("fourth to act"),
)  # fmt: skip

# Signs of the sprite.
CRESTS: Final = ("whale", "ship", "wheel", "star", "crown")
HULL_SIGNS: Final = ("stern", "middle", "bow", "one")
GOOD_SIGNS: Final = ("fish", "grain", "coffee", "salt")
ACTION_SIGNS: Final = (
    "a-hull", "a-mast", "a-sail", "a-goods", "a-transport", "a-money", "a-deliver", "a-crowns",
)  # fmt: skip


def berth(number: int) -> str:
    """Ships are lettered in the order they were begun: 1 is A, 27 is AA."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def coins(count: int) -> str:
    return ngettext("{n} coin", "{n} coins", count).format(n=count)


def workers(count: int) -> str:
    return ngettext("{n} worker", "{n} workers", count).format(n=count)


def points(count: int) -> str:
    return ngettext("{n} point", "{n} points", count).format(n=count)


def crowns(count: int) -> str:
    return ngettext("{n} crown", "{n} crowns", count).format(n=count)


def blue_workers(count: int) -> str:
    return ngettext("{n} blue worker", "{n} blue workers", count).format(n=count)


def listed(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {last}").format(first=", ".join(parts[:-1]), last=parts[-1])


def bonus(gift: dict[str, Any]) -> str:
    """What a space gives to whoever chooses it."""
    found = []
    if gift["workers"]:
        found.append(workers(gift["workers"]))
    if gift["coins"]:
        found.append(coins(gift["coins"]))
    if gift["points"]:
        found.append(points(gift["points"]))
    tile = gift.get("tile", -1)
    if tile == MAST:
        found.append(_("a mast of your choice"))
    elif tile == SAIL:
        found.append(_("a sail of your choice"))
    elif tile == GOOD:
        found.append(_("a good of your choice"))
    return listed(found)


def place(dest: int, ships: int) -> str:
    """A destination by its name."""
    if dest == 0:
        return _("Storage")
    if dest > ships:
        return _("New berth {letter}").format(letter=berth(dest))
    return _("Berth {letter}").format(letter=berth(dest))
