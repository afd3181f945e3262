from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.core import BadSnapshot, codec


@dataclass
class Crate:
    good: str
    count: int = 0


@dataclass
class Hold:
    name: str = ""
    full: bool = False
    crates: list[Crate] = field(default_factory=list)
    grid: list[list[int]] = field(default_factory=list)
    prices: dict[str, int] = field(default_factory=dict)
    best: Crate = field(default_factory=lambda: Crate("salt"))


@dataclass
class Odd:
    weight: float = 0.0


def hold() -> Hold:
    return Hold("Anna", True, [Crate("fish", 2)], [[1], [], [2, 3]], {"fish": 4})


def test_it_reads_back_what_it_dumped() -> None:
    raw = json.loads(json.dumps(codec.dump(hold())))

    assert codec.load(Hold, raw) == hold()


def test_a_dump_shares_nothing_with_the_state() -> None:
    value = hold()

    raw: Any = codec.dump(value)
    raw["grid"][0].append(9)
    raw["prices"]["fish"] = 0

    assert value == hold()


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"name": 3}, "Hold.name: expected str"),
        ({"full": 1}, "Hold.full: expected bool"),
        ({"crates": {}}, "Hold.crates: expected a list"),
        ({"crates": [{"good": "fish", "count": True}]}, "Hold.crates[0].count: expected int"),
        ({"crates": [{"good": "fish"}]}, "Hold.crates[0]: missing or unknown fields: count"),
        ({"prices": []}, "Hold.prices: expected an object"),
        ({"prices": {"fish": "4"}}, "Hold.prices.fish: expected int"),
        ({"best": 5}, "Hold.best: expected an object"),
        ({"extra": 5}, "Hold: missing or unknown fields: extra"),
    ],
)
def test_it_names_the_field_that_is_wrong(change: dict[str, Any], path: str) -> None:
    raw = codec.dump(hold())
    raw.update(change)

    with pytest.raises(BadSnapshot) as error:
        codec.load(Hold, raw)

    assert str(error.value) == path
    assert error.value.code == "bad-snapshot"


def test_a_state_may_not_hold_floats() -> None:
    with pytest.raises(TypeError, match="may not hold"):
        codec.dump(Odd())
    with pytest.raises(TypeError, match="may not hold"):
        codec.load(Odd, {"weight": 0.0})


def test_a_digest_is_the_same_on_every_machine() -> None:
    """By other programs too: JSON in ASCII without spaces, keys in order, half a SHA-256."""
    assert codec.digest({"b": 1, "a": "é"}) == "6d9eb45284090145dc16661b06abe011"


def test_equal_positions_have_equal_digests() -> None:
    one, two = hold(), hold()
    two.prices = dict(reversed([*two.prices.items()]))

    assert codec.digest(codec.dump(one)) == codec.digest(codec.dump(two))

    two.crates[0].count += 1
    assert codec.digest(codec.dump(one)) != codec.digest(codec.dump(two))
