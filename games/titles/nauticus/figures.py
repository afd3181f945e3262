"""Pictures of the rules: the same drawings as on the table, with an example position."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe

from engine import registry
from engine.nauticus.material import (
    BOW,
    CROWN_MAST,
    CROWN_SAIL,
    GOOD,
    GOODS,
    GOODS_POINTS,
    MAST,
    MIDDLE,
    REWARDS,
    SAIL,
    SHIP_POINTS,
    SINGLE,
    STERN,
    TILES,
)
from games.titles.kit.art import icon
from games.titles.nauticus import mats, ships, wheel, words
from games.titles.nauticus.art import tile_icon
from games.titles.nauticus.cards import cards
from games.titles.nauticus.lights import DARK
from games.titles.nauticus.ships import Ship

SEED: Final = "6e61757469637573"  # any: it only decides how the tiles lie
WHEEL_CREST, STAR_CREST = 2, 3
HULL: Final = (STERN, MIDDLE, BOW)
MASTS: Final = (MAST + WHEEL_CREST, MAST + WHEEL_CREST, CROWN_MAST)
SAILS: Final = (SAIL + WHEEL_CREST, CROWN_SAIL, SAIL + WHEEL_CREST)
# From the first plank to a full hold.
GROWING: Final = (
    Ship((MIDDLE,), (), (), (), closed=False, complete=False),
    Ship((STERN, MIDDLE), MASTS[:1], (), (), closed=False, complete=False),
    Ship(HULL, MASTS, SAILS[:1], (), closed=True, complete=False),
    Ship(HULL, MASTS, SAILS, (GOOD, GOOD + 3, GOOD), closed=True, complete=True),
)
BOUGHT: Final = (STERN, BOW, MAST + WHEEL_CREST, SAIL + WHEEL_CREST, GOOD, GOOD + 3)
REWARD_SIGNS: Final = (CROWN_MAST, CROWN_SAIL, "t-vp", "t-coin", "t-worker", "a-goods")


@cache
def _view() -> dict[str, Any]:
    """A table just dealt, with the first tile of the round used."""
    game = registry.get("nauticus")
    state, _events = game.setup(2, game.complete(2, {}, SEED), SEED)
    found: dict[str, Any] = game.view(state, None)
    return found


def pictures() -> dict[str, Any]:
    """By name, in the reader's language."""
    view = _view()
    spaces = list(wheel.spaces_of(view, set(), {}))
    spaces[5] = spaces[5]._replace(used=True, chooser=1, first=True)
    spaces[2] = spaces[2]._replace(current=True)
    shop = next(space for space in spaces if space.action <= GOODS and not space.used)
    return {
        "wheel": mark_safe(wheel.wheel(tuple(spaces), view["anchor"], frozenset(), frozenset())),
        "shop": cards((shop._replace(current=False),), -1),
        "tiles": [(tile_icon(tile, True), words.TILE[tile]) for tile in range(TILES)],
        "actions": [
            (icon(sign), name) for sign, name in zip(words.ACTION_SIGNS, words.ACTION, strict=True)
        ],
        "growing": [_ship("grow", k, ship) for k, ship in enumerate(GROWING, 1)],
        "sizes": [
            (_ship("size", size, _complete(size)), words.points(SHIP_POINTS[size]))
            for size in range(1, len(SHIP_POINTS))
        ],
        "rewards": [(_reward(kind), words.REWARD[kind]) for kind in range(REWARDS)],
        "harbour": _harbour(),
    }


def aim() -> dict[str, Any]:
    """What the picture of the game's aim is made of."""
    loaded = GROWING[-1]
    return {
        "buys": [(tile_icon(tile, True), words.TILE[tile]) for tile in BOUGHT],
        "built": _ship("built", 1, GROWING[-2]),
        "loaded": _ship("loaded", 1, loaded),
        "worths": [
            (_ship("worth", size, _complete(size)), SHIP_POINTS[size])
            for size in range(1, len(SHIP_POINTS))
        ],
        "goods": list(enumerate(GOODS_POINTS))[1:6],
    }


def _ship(name: str, number: int, ship: Ship) -> SafeString:
    return mark_safe(ships.figure(f"{name}{number}", number, ship, ship, (), ""))


def _complete(size: int) -> Ship:
    hulls = (SINGLE,) if size == 1 else (STERN, *[MIDDLE] * (size - 2), BOW)
    crest = STAR_CREST if size % 2 else WHEEL_CREST
    masts, sails = (MAST + crest,) * size, (SAIL + crest,) * size
    return Ship(hulls, masts, sails, (), closed=True, complete=True)


def _reward(kind: int) -> SafeString:
    sign = REWARD_SIGNS[kind]
    return tile_icon(sign, True) if isinstance(sign, int) else icon(sign)


def _harbour() -> SafeString:
    """Two ships, a storage of eight cells, one pass tile turned, some goods delivered."""
    storage = [0] * TILES
    for tile, count in ((STERN, 1), (MAST, 1), (CROWN_MAST, 1), (SAIL + 1, 1), (GOOD, 2)):
        storage[tile] = count
    owned = {
        **_view()["players"][0],
        "storage": storage,
        "cells": 8,
        "flipped": 1,
        "delivered": [3, 0, 1, 2],
        "ships": [ship._asdict() for ship in (GROWING[1], _complete(2))],
    }
    return mats.body(owned, owned, DARK, False)
