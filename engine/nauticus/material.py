"""Tiles, actions and tables: the printed data, checked, as ints and tuples for the rules.

Tiles are numbered 0 to 17: hulls, masts, sails, goods (docs/rules/nauticus.md, section 13).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.core.errors import BadMaterial
from engine.nauticus.printed import PRINTED

# Tile numbers. The order within a kind is that of the printed tiles.
STERN: Final = 0
MIDDLE: Final = 1
BOW: Final = 2
SINGLE: Final = 3
MAST: Final = 4  # 4..7 by crest
CROWN_MAST: Final = 8
SAIL: Final = 9  # 9..12 by crest
CROWN_SAIL: Final = 13
CROWN_PARTS: Final = (CROWN_MAST, CROWN_SAIL)
GOOD: Final = 14  # 14..17
TILES: Final = 18

CROWN: Final = 4  # the crest of crown parts; on a ship: crest still open (R6.7)

# Actions, in the order of the rulebook: four blue, four light (R1.4).
HULLS: Final = 0
MASTS: Final = 1
SAILS: Final = 2
GOODS: Final = 3
TRANSPORT: Final = 4
WITHDRAW: Final = 5
DELIVER: Final = 6
CROWNS: Final = 7
ACTIONS: Final = 8

# Rewards (R10.2).
R_CROWN_MAST: Final = 0
R_CROWN_SAIL: Final = 1
R_POINTS: Final = 2
R_COINS: Final = 3
R_WORKERS: Final = 4
R_GOODS: Final = 5
REWARDS: Final = 6
REWARD_POINTS: Final = 3
REWARD_COINS: Final = 7
REWARD_WORKERS: Final = 3
TWICE: Final = 2  # each kind at most, per ship

CELLS: Final = 12  # R5.6
SIZE_OF: Final = tuple(2 if MAST <= t <= CROWN_MAST else 1 for t in range(TILES))
FIRST_OF: Final = (STERN, MAST, SAIL, GOOD)  # first tile of each blue action
KIND_OF: Final = (HULLS,) * 4 + (MASTS,) * 5 + (SAILS,) * 5 + (GOODS,) * 4  # by tile
CREST_OF: Final = (CROWN,) * 4 + (0, 1, 2, 3, 4) * 2 + (CROWN,) * 4

FURTHER: Final = 4  # price of a second copy (R5.2)
EXTRA_PRICE: Final = 2  # first copies in the extra action (R9.2)
EXTRA_WORKERS: Final = 2
CAP: Final = 15  # R7.6
PHASES: Final = 7
SPACES: Final = 8
PENALTY: Final = (6, 3, 1, 0)  # by flipped pass tiles (R8.4)
PASS_TILES: Final = 3

START_POINTS: Final = 10
START_COINS: Final = {2: (15, 16), 3: (15, 16, 17), 4: (15, 16, 16, 17)}  # R2.2, R2.3
START_WORKERS: Final = {2: (4, 4), 3: (4, 4, 5), 4: (4, 4, 5, 6)}

SHIP_POINTS: Final = (0, 2, 8, 20, 35)  # by size (R11.3)
GOODS_POINTS: Final = (0, 2, 5, 9, 14, 20, 25, 30, 35, 40, 45, 50, 55)  # by number (R11.2)


class Space(NamedTuple):
    """One of the eight places around the wheel: its bonus and its four prices."""

    workers: int
    coins: int
    points: int
    tile: int  # first of the four tiles to choose from, -1 for none
    prices: tuple[int, ...]


class Board(NamedTuple):
    """The printed data, checked."""

    wheel: tuple[int, ...]
    spaces: tuple[Space, ...]
    stock: tuple[int, ...]
    names: tuple[str, ...]  # of the 18 tiles


# Workers, coins, points, tile (R4.2).
BONUSES: Final = (
    (3, 0, 0, ""),
    (0, 0, 0, "mast"),
    (0, 0, 0, "sail"),
    (0, 0, 2, ""),
    (2, 0, 0, ""),
    (1, 0, 0, "good"),
    (1, 0, 1, ""),
    (0, 4, 0, ""),
)
_FIRST: Final = {"": -1, "mast": MAST, "sail": SAIL, "good": GOOD}
_STOCK: Final = ("stern", "middle", "bow", "single", "mast", "crown mast", "sail", "crown sail")


def read(printed: dict[str, Any]) -> Board:
    """The board, or BadMaterial naming the field that is wrong (R12)."""
    _keys(printed, ("wheel", "hulls", "crests", "goods", "spaces", "stock"), "")
    wheel = _ints(printed["wheel"], SPACES, 0, 3, "wheel")
    for i, workers in enumerate(wheel):
        _need((workers == 0) == (i == 0), f"wheel[{i}]", "0 at the anchor only")
    hulls = _names(printed["hulls"], "hulls")
    _need(hulls == ["stern", "middle", "bow", "single"], "hulls", "stern, middle, bow, single")
    crests = _names(printed["crests"], "crests")
    goods = _names(printed["goods"], "goods")
    return Board(tuple(wheel), _spaces(printed["spaces"]), _stock(printed["stock"]), (
        *hulls,
        *(f"{crest} mast" for crest in (*crests, "crown")),
        *(f"{crest} sail" for crest in (*crests, "crown")),
        *goods,
    ))  # fmt: skip


def _spaces(raw: Any) -> tuple[Space, ...]:
    _need(isinstance(raw, list) and len(raw) == SPACES, "spaces", "eight spaces")
    found = []
    for i, space in enumerate(raw):
        at = f"spaces[{i}]"
        _keys(space, ("workers", "coins", "points", "tile", "prices"), f"{at}.")
        for key, right in zip(("workers", "coins", "points", "tile"), BONUSES[i], strict=True):
            _need(space[key] == right, f"{at}.{key}", f"the bonus here is known: {right!r}")
        prices = _ints(space["prices"], 4, 0, 3, f"{at}.prices")
        _need(len(set(prices)) == 4, f"{at}.prices", "each of 0, 1, 2, 3 once")
        found.append(Space(*BONUSES[i][:3], _FIRST[BONUSES[i][3]], tuple(prices)))
    _need(found[3].prices == (1, 2, 3, 0), "spaces[3].prices", "known to be 1, 2, 3, 0")
    return tuple(found)


def _stock(raw: Any) -> tuple[int, ...]:
    _keys(raw, (*_STOCK, "good"), "stock.")
    for key, count in raw.items():
        _need(type(count) is int and 1 <= count <= 99, f"stock.{key}", "1 to 99 tiles")
    hulls = [raw[key] for key in _STOCK[:4]]
    masts = [raw["mast"]] * 4 + [raw["crown mast"]]
    sails = [raw["sail"]] * 4 + [raw["crown sail"]]
    return (*hulls, *masts, *sails, *[raw["good"]] * 4)


def _keys(raw: Any, names: tuple[str, ...], at: str) -> None:
    _need(isinstance(raw, dict), at.rstrip(".") or "printed", "an object with named fields")
    for name in names:
        _need(name in raw, f"{at}{name}", "missing")
    for name in raw:
        _need(name in names, f"{at}{name}", "no such field")


def _ints(raw: Any, length: int, low: int, high: int, at: str) -> list[int]:
    _need(isinstance(raw, list) and len(raw) == length, at, f"{length} numbers")
    for i, number in enumerate(raw):
        _need(type(number) is int and low <= number <= high, f"{at}[{i}]", f"{low} to {high}")
    return list(raw)


def _names(raw: Any, at: str) -> list[str]:
    _need(isinstance(raw, list) and len(raw) == 4, at, "four names")
    for i, name in enumerate(raw):
        _need(isinstance(name, str) and name != "" and raw.count(name) == 1, f"{at}[{i}]", "a name")
    return list(raw)


def _need(good: bool, field: str, problem: str) -> None:
    if not good:
        raise BadMaterial(f"printed.{field}", problem)


BOARD: Final = read(PRINTED)
WHEEL: Final = BOARD.wheel
BOARD_SPACES: Final = BOARD.spaces
STOCK: Final = BOARD.stock
TILE_NAMES: Final = BOARD.names
