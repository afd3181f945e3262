"""Cards, markers, ports and tables: the printed data, checked, as ints and tuples for the rules.

Cards are numbered 1 to 98, goods 0 to 6, ports 0 to 29, each in the order of the file. In a deck 0
is the Venice card.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from engine.core.errors import BadMaterial

# Signs in the order in which they are carried out (R7.3).
DUCAT: Final = 0
PIRATE: Final = 1
CARD: Final = 2
SHIP: Final = 3
SIGNS: Final = "DPCS"
PAIRS: Final = ("DC", "DP", "CS", "PC", "DS", "PS")  # what a claim can say (R5.4)

# Markers (R1.3).
CALM: Final = 0
COMPASS: Final = 1
FIGHT: Final = 2
DEAL: Final = 3
LOCAL: Final = 4
FAVOUR: Final = 5
MARKERS: Final = ("calm", "compass", "fight", "deal", "local", "favour")
NONE: Final = -1  # no marker, no port

VENICE: Final = 0  # in a deck
GOODS: Final = ("gems", "parchment", "silk", "salt", "pottery", "olives", "grain")
CARDS: Final = 98  # R1.1
PORTS: Final = 30
ROUTES: Final = 43
MARKER_COUNT: Final = 32
LION_AND_LOAD: Final = 7  # R1.2
MOST_SEATS: Final = 5

_CARD: Final = re.compile(r"([DPCS])([DPCS])([3-6])(?:@(\w+))?")
_RULES: Final = {
    "start_ducats": 0, "start_hand": 1, "max_buys": 1, "price": 1, "price_in_debt": 1,
    "max_give": 1, "max_ask": 1, "max_pay": 1, "max_slips": 1, "max_calls": 1,
}  # fmt: skip
_LISTS: Final = {"favour_prices": 4, "steps": 5, "majority": 3}


class Card(NamedTuple):
    """One goods card (R1.2)."""

    good: int
    signs: tuple[int, int]
    limit: int
    load: int
    port: int  # -1: names none


class Material(NamedTuple):
    """The printed data, checked."""

    rules: dict[str, int]
    lists: dict[str, tuple[int, ...]]
    removed: tuple[int, ...]  # goods that are out with two players
    markers: tuple[int, ...]  # how many of each
    counts: tuple[int, ...]  # cards of each good
    values: tuple[tuple[int, ...], ...]  # of a run, by good
    cards: tuple[Card, ...]  # from the first one on, so card k is number k + 1
    ports: tuple[str, ...]
    places: tuple[tuple[float, float], ...]  # longitude and latitude, for drawing
    routes: tuple[tuple[int, int], ...]


def read(printed: dict[str, Any]) -> Material:
    """The material, or BadMaterial naming the field that is wrong."""
    _keys(printed, ("rules", "markers", "goods", "ports", "routes"), "")
    ports, places = _ports(printed["ports"])
    routes = _routes(printed["routes"], ports)
    _keys(printed["goods"], GOODS, "goods.")
    cards: list[Card] = []
    counts, values = [], []
    for good, name in enumerate(GOODS):
        raw, at = printed["goods"][name], f"goods.{name}"
        _keys(raw, ("count", "values", "first_id", "cards"), f"{at}.")
        _need(raw["first_id"] == len(cards) + 1, f"{at}.first_id", f"{len(cards) + 1}, in order")
        _need(isinstance(raw["cards"], list), f"{at}.cards", "a list of cards")
        _need(raw["count"] == len(raw["cards"]), f"{at}.count", f"{len(raw['cards'])} are listed")
        for i, text in enumerate(raw["cards"]):
            cards.append(_card(text, good, ports, f"{at}.cards[{i}]"))
        counts.append(raw["count"])
        series = _ints(raw["values"], len(raw["values"]), 1, 99, f"{at}.values")
        _need(series == sorted(series), f"{at}.values", "longer runs are worth no less")
        values.append(tuple(series))
    _need(len(cards) == CARDS, "goods", f"{CARDS} cards, not {len(cards)}")
    rules, lists, removed = _rules(printed["rules"])
    named = [card.port for card in cards if card.port >= 0]
    _need(len(set(named)) == len(named), "goods", "each port is named once")
    left = sum(card.port >= 0 and card.good not in removed for card in cards)
    _need(min(left, len(named) // 2) >= MOST_SEATS, "goods", "too few cards name a port")
    return Material(
        rules, lists, removed, _markers(printed["markers"]), tuple(counts), tuple(values),
        tuple(cards), ports, places, routes,
    )  # fmt: skip


def _card(text: Any, good: int, ports: tuple[str, ...], at: str) -> Card:
    found = _CARD.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadMaterial(f"cards.{at}", "two signs of DPCS, a limit of 3 to 6, perhaps @port")
    one, other, limit, port = found.groups()
    _need(one != other, at, "two different signs")
    _need(port is None or port in ports, at, f"there is no port {port}")
    signs = SIGNS.index(one), SIGNS.index(other)
    number = NONE if port is None else ports.index(port)
    return Card(good, signs, int(limit), LION_AND_LOAD - int(limit), number)


def _rules(raw: Any) -> tuple[dict[str, int], dict[str, tuple[int, ...]], tuple[int, ...]]:
    _keys(raw, (*_RULES, *_LISTS, "two_player_removed"), "rules.")
    for key, least in _RULES.items():
        good = type(raw[key]) is int and least <= raw[key] <= 99
        _need(good, f"rules.{key}", f"a number from {least} to 99")
    lists = {key: tuple(_ints(raw[key], n, 0, 99, f"rules.{key}")) for key, n in _LISTS.items()}
    removed = raw["two_player_removed"]
    good = isinstance(removed, list) and all(name in GOODS for name in removed)
    _need(good, "rules.two_player_removed", "names of goods")
    return {key: raw[key] for key in _RULES}, lists, tuple(map(GOODS.index, removed))


def _markers(raw: Any) -> tuple[int, ...]:
    _keys(raw, MARKERS, "markers.")
    counts = _ints([raw[kind] for kind in MARKERS], len(MARKERS), 1, MARKER_COUNT, "markers")
    _need(sum(counts) == MARKER_COUNT, "markers", f"{MARKER_COUNT} in all, not {sum(counts)}")
    return tuple(counts)


def _ports(raw: Any) -> tuple[tuple[str, ...], tuple[tuple[float, float], ...]]:
    _need(isinstance(raw, dict) and len(raw) == PORTS, "ports", f"{PORTS} ports")
    for name, place in raw.items():
        good = isinstance(place, list) and len(place) == 2
        good = good and all(type(number) in (int, float) for number in place)
        _need(good, f"ports.{name}", "longitude and latitude")
    return tuple(raw), tuple((float(x), float(y)) for x, y in raw.values())


def _routes(raw: Any, ports: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    _keys(raw, ("long", "short"), "routes.")
    found: list[tuple[int, int]] = []
    for key in ("long", "short"):
        _need(isinstance(raw[key], list), f"routes.{key}", "a list of pairs")
        for i, pair in enumerate(raw[key]):
            at = f"routes.{key}[{i}]"
            good = isinstance(pair, list) and len(pair) == 2 and all(end in ports for end in pair)
            _need(good, at, "two ports")
            one, other = sorted(map(ports.index, pair))
            _need(one != other and (one, other) not in found, at, "a route of its own")
            found.append((one, other))
    _need(len(found) == ROUTES, "routes", f"{ROUTES} routes, not {len(found)}")
    reached = {0}
    for _ in ports:
        reached |= {end for pair in found if reached & set(pair) for end in pair}
    _need(len(reached) == len(ports), "routes", "some ports cannot be reached")
    return tuple(found)


def _keys(raw: Any, names: tuple[str, ...], at: str) -> None:
    _need(isinstance(raw, dict), at.rstrip(".") or "file", "a table with named fields")
    for name in names:
        _need(name in raw, f"{at}{name}", "missing")
    for name in raw:
        _need(name in names, f"{at}{name}", "no such field")


def _ints(raw: Any, length: int, low: int, high: int, at: str) -> list[int]:
    _need(isinstance(raw, list) and len(raw) == length, at, f"{length} numbers")
    for i, number in enumerate(raw):
        _need(type(number) is int and low <= number <= high, f"{at}[{i}]", f"{low} to {high}")
    return list(raw)


def _need(good: bool, field: str, problem: str) -> None:
    if not good:
        raise BadMaterial(f"cards.{field}", problem)
