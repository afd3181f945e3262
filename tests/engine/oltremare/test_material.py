"""The data file: what it says, and that a mistake in it names its place."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.core import BadMaterial
from engine.oltremare.chart import NEIGHBOURS, WAYS
from engine.oltremare.material import GOODS, MARKERS, read
from engine.oltremare.printed import PRINTED
from engine.oltremare.tables import LIMIT_OF, LOAD_OF, MATERIAL, PAIR_OF, PORT_OF


def test_the_cards() -> None:
    """R1.1, R1.2: also the rule by which the signs and limits were dealt out."""
    assert MATERIAL.counts == (8, 10, 12, 14, 16, 18, 20)
    assert GOODS == ("gems", "parchment", "silk", "salt", "pottery", "olives", "grain")
    for k in range(98):
        assert PAIR_OF[k + 1] == ("DC", "DP", "CS", "PC", "DS", "PS")[k % 6]
        assert LIMIT_OF[k + 1] == (4, 6, 3, 5)[(k + k // 12) % 4]
        assert LIMIT_OF[k + 1] + LOAD_OF[k + 1] == 7
    named = [card for card in range(1, 99) if PORT_OF[card] >= 0]
    assert len(named) == 30
    assert {PORT_OF[card] for card in named} == set(range(30))
    assert {LIMIT_OF[card] for card in named} == {4, 5}


def test_the_chart() -> None:
    """R1.3: connected, and no port is a dead end."""
    assert dict(zip(MARKERS, MATERIAL.markers, strict=True)) == {
        "calm": 6, "compass": 4, "fight": 6, "deal": 6, "local": 4, "favour": 6,
    }  # fmt: skip
    assert len(MATERIAL.routes) == 43
    assert Counter(map(len, NEIGHBOURS)) == {2: 11, 3: 12, 4: 7}
    most = [max(len(ways[n]) for ways in WAYS) for n in range(1, 5)]
    least = [min(len(ways[n]) for ways in WAYS) for n in range(1, 5)]
    assert (most, least) == ([4, 9, 17, 23], [2, 2, 5, 7])
    assert sum(port in ways[3] for port, ways in enumerate(WAYS)) == 15
    assert sum(port in ways[4] for port, ways in enumerate(WAYS)) == 21


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
        (drop("rules"), "rules"),
        (put("harbours", value={}), "harbours"),
        (put("goods", value=[]), "goods"),
        (drop("goods", "silk"), "goods.silk"),
        (put("goods", "wine", value={}), "goods.wine"),
        (put("goods", "silk", "first_id", value=20), "goods.silk.first_id"),
        (put("goods", "silk", "count", value=11), "goods.silk.count"),
        (put("goods", "silk", "cards", value="DC4"), "goods.silk.cards"),
        (put("goods", "silk", "cards", 1, value="DD4"), "goods.silk.cards[1]"),
        (put("goods", "silk", "cards", 1, value="DX4"), "goods.silk.cards[1]"),
        (put("goods", "silk", "cards", 1, value="DC7"), "goods.silk.cards[1]"),
        (put("goods", "silk", "cards", 1, value="DC4@Genova"), "goods.silk.cards[1]"),
        (put("goods", "silk", "cards", 1, value=4), "goods.silk.cards[1]"),
        (put("goods", "silk", "cards", 1, value="DC4@Corfu"), "goods"),
        (put("goods", "silk", "values", 1, value=0), "goods.silk.values[1]"),
        (put("goods", "silk", "values", value=[1, 7, 3]), "goods.silk.values"),
        (put("rules", "price", value=0), "rules.price"),
        (put("rules", "price", value=True), "rules.price"),
        (drop("rules", "max_pay"), "rules.max_pay"),
        (put("rules", "steps", value=[0, 1, 3, 6]), "rules.steps"),
        (put("rules", "two_player_removed", value=["wine"]), "rules.two_player_removed"),
        (put("markers", "calm", value=5), "markers"),
        (drop("markers", "calm"), "markers.calm"),
        (drop("ports", "Pola"), "ports"),
        (put("ports", "Pola", value=[1]), "ports.Pola"),
        (put("routes", "long", 0, value=["Venezia", "Genova"]), "routes.long[0]"),
        (put("routes", "long", 0, value=["Venezia", "Venezia"]), "routes.long[0]"),
        (put("routes", "short", 0, value=["Pola", "Venezia"]), "routes.short[0]"),
        (drop("routes", "short", 0), "routes"),
        (put("routes", "short", value=3), "routes.short"),
    ],
)
def test_a_mistake_names_its_field(change: Callable[[dict[str, Any]], None], field: str) -> None:
    printed = copy.deepcopy(PRINTED)
    change(printed)

    with pytest.raises(BadMaterial) as caught:
        read(printed)

    assert caught.value.field == f"cards.{field}"


def test_a_card_of_twelve_more_of_a_good_is_one_too_many() -> None:
    printed = copy.deepcopy(PRINTED)
    printed["goods"]["grain"]["cards"].append("DC4")
    printed["goods"]["grain"]["count"] = 21
    with pytest.raises(BadMaterial, match="98 cards"):
        read(printed)


def test_ports_without_a_name_on_enough_cards_will_not_do() -> None:
    printed = copy.deepcopy(PRINTED)
    for good in printed["goods"].values():
        good["cards"] = [text.partition("@")[0] for text in good["cards"]]
    with pytest.raises(BadMaterial, match="name a port"):
        read(printed)


def test_islands_nobody_reaches_will_not_do() -> None:
    printed = copy.deepcopy(PRINTED)
    routes = printed["routes"]
    spare = [["Venezia", "Ragusa"], ["Venezia", "Corfu"]]
    for key in ("long", "short"):
        routes[key] = [spare.pop() if "Tana" in pair else pair for pair in routes[key]]
    with pytest.raises(BadMaterial, match="cannot be reached"):
        read(printed)
