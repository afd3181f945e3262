"""Printed data (section 12): what is known, and mistakes that name their field."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import BadMaterial
from engine.nauticus.material import BOARD_SPACES, TILE_NAMES, TILES, WHEEL, read
from engine.nauticus.printed import PRINTED
from engine.nauticus.tables import CLOSED, JOIN


def test_what_the_texts_tell() -> None:
    """R12.1, R4.5."""
    assert WHEEL[0] == 0
    assert all(1 <= workers <= 3 for workers in WHEEL[1:])
    assert all(sorted(space.prices) == [0, 1, 2, 3] for space in BOARD_SPACES)
    assert BOARD_SPACES[3].prices == (1, 2, 3, 0)
    assert [(b.workers, b.coins, b.points, b.tile) for b in BOARD_SPACES] == [
        (3, 0, 0, -1),
        (0, 0, 0, 4),
        (0, 0, 0, 9),
        (0, 0, 2, -1),
        (2, 0, 0, -1),
        (1, 0, 0, 14),
        (1, 0, 1, -1),
        (0, 4, 0, -1),
    ]


def test_the_reconstruction_favours_nobody() -> None:
    """R12.2: every price stands at every position exactly twice; 14 blue workers in all."""
    for position in range(4):
        counts = Counter(space.prices[position] for space in BOARD_SPACES)
        assert counts == {0: 2, 1: 2, 2: 2, 3: 2}
    assert sum(WHEEL) == 14
    assert len(set(TILE_NAMES)) == TILES


def put(*path: Any, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(printed: dict[str, Any]) -> None:
        at: Any = printed
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(printed: dict[str, Any]) -> None:
        at: Any = printed
        for key in path[:-1]:
            at = at[key]
        del at[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (drop("wheel"), "wheel"),
        (put("whale", value=1), "whale"),
        (put("wheel", value=7), "wheel"),
        (drop("wheel", 7), "wheel"),
        (put("wheel", 2, value=4), "wheel[2]"),
        (put("wheel", 2, value="3"), "wheel[2]"),
        (put("wheel", 2, value=True), "wheel[2]"),
        (put("wheel", 2, value=0), "wheel[2]"),
        (put("wheel", 0, value=1), "wheel[0]"),
        (put("hulls", 0, value="bow"), "hulls[0]"),
        (put("hulls", value=["bow", "middle", "stern", "single"]), "hulls"),
        (put("crests", 3, value="whale"), "crests[0]"),
        (put("crests", 3, value=""), "crests[3]"),
        (drop("goods", 3), "goods"),
        (drop("spaces", 3), "spaces"),
        (put("spaces", 1, value=[]), "spaces[1]"),
        (put("spaces", 0, "workers", value=2), "spaces[0].workers"),
        (put("spaces", 1, "tile", value="sail"), "spaces[1].tile"),
        (put("spaces", 1, "shoe", value=1), "spaces[1].shoe"),
        (drop("spaces", 6, "prices"), "spaces[6].prices"),
        (put("spaces", 6, "prices", 1, value=4), "spaces[6].prices[1]"),
        (put("spaces", 6, "prices", 1, value=2), "spaces[6].prices"),
        (put("spaces", 3, "prices", value=[3, 2, 1, 0]), "spaces[3].prices"),
        (put("stock", "bow", value=0), "stock.bow"),
        (drop("stock", "good"), "stock.good"),
        (put("stock", value=None), "stock"),
    ],
)
def test_a_mistake_names_its_field(change: Callable[[dict[str, Any]], None], field: str) -> None:
    """R12.2."""
    printed = copy.deepcopy(PRINTED)
    change(printed)

    with pytest.raises(BadMaterial) as caught:
        read(printed)

    assert caught.value.field == f"printed.{field}"


def test_other_prices_may_be_corrected() -> None:
    """R12.2: what is reconstructed is free within what is known."""
    printed = copy.deepcopy(PRINTED)
    printed["spaces"][0]["prices"] = [3, 1, 0, 2]
    printed["wheel"] = [0, 1, 1, 1, 2, 2, 3, 3]
    printed["crests"] = ["anvil", "whale", "ship", "wheel"]

    board = read(printed)

    assert board.spaces[0].prices == (3, 1, 0, 2)
    assert board.names[4] == "anvil mast"


def test_no_tile_fits_a_closed_hull() -> None:
    """R6.3."""
    for shape, closed in enumerate(CLOSED):
        if shape:
            assert closed == (max(JOIN[shape]) < 0)
