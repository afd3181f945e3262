"""Counting (section 12), callable at any time: what it would be if the match ended now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.types import ScoreSheet
from engine.oltremare.state import OltreMareState, Player
from engine.oltremare.tables import GOOD_OF, MAJORITY, VALUE


class Run(NamedTuple):
    good: int
    length: int


def prizes(held: Sequence[int]) -> list[int]:
    """R12.2: equals share a place, and the next lower value is the next place."""
    places = sorted(set(held), reverse=True)
    worth = dict(zip(places, (*MAJORITY, *[0] * len(places)), strict=False))
    return [worth[number] for number in held]


def runs(cargo: Sequence[int]) -> list[Run]:
    """The runs of equal goods, bottom first (R12.3)."""
    found: list[Run] = []
    for card in cargo:
        good = GOOD_OF[card]
        if found and found[-1].good == good:
            found[-1] = Run(good, found[-1].length + 1)
        else:
            found.append(Run(good, 1))
    return found


def cargo_value(cargo: Sequence[int]) -> int:
    total = length = 0
    last = -1
    for card in cargo:
        good = GOOD_OF[card]
        if good == last:
            length += 1
        else:
            if length:
                total += VALUE[last][length]
            last, length = good, 1
    return total + VALUE[last][length] if length else total


def top_run(cargo: Sequence[int]) -> int:
    """How many cards from the top down are of one good."""
    length = 0
    for card in reversed(cargo):
        if GOOD_OF[card] != GOOD_OF[cargo[-1]]:
            break
        length += 1
    return length


def sheets(s: OltreMareState) -> list[ScoreSheet]:
    """Lines by source (R12.1). A settled seat keeps what was noted (R11.4)."""
    prestige = prizes([p.prestige for p in s.players])
    markers = prizes([p.markers for p in s.players])
    return [
        ScoreSheet(
            seat,
            {
                "purse": p.ducats,
                "prestige": prestige[seat],
                "cargo": p.sold + cargo_value(p.cargo),
                "pirates": -p.sunk - len(p.pirates),  # R12.4
                "markers": markers[seat],  # R12.5
            },
            (cargo_cards(p), s.seats - seat),  # R12.7
        )
        for seat, p in enumerate(s.players)
    ]


def cargo_cards(p: Player) -> int:
    return p.stowed + len(p.cargo)
