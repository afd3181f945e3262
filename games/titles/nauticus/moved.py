"""What moved since the viewer's last turn: from what they saw then and what they see now.

Both are views of the same seat, so nothing is marked that the viewer couldn't have compared.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.selectors.scenes import Scene
from games.titles.nauticus.ships import Ship, ship_of


class Fresh(NamedTuple):
    """What is new in one harbour."""

    note: str  # the mark in words
    ships: tuple[Ship, ...] = ()  # as they were
    storage: tuple[int, ...] = ()  # tiles more than then, by number
    delivered: tuple[int, ...] = ()  # goods more than then, by kind
    flipped: int = 0  # pass tiles flipped since
    extra: bool = False  # the extra action was used since


class Moved(NamedTuple):
    note: str = ""
    harbours: tuple[Fresh | None, ...] = ()
    spaces: frozenset[int] = frozenset()  # chosen since
    stacks: frozenset[int] = frozenset()  # of the supply, taken from or returned to
    phases: int = 0  # of this round, played since
    start: bool = False  # the start player is another one

    def harbour(self, seat: int) -> Fresh | None:
        return self.harbours[seat] if self.harbours else None


NOTHING: Final = Moved()


def moved(scene: Scene) -> Moved:
    """Nothing while a plan is made: what it stands on hasn't happened."""
    found = scene.since
    if found is None or found.view is None or scene.planning:
        return NOTHING
    note = _("new since your turn")
    if found.span != "turn":
        note = _("new") if found.span == "start" else _("new in the last turn")
    then, now = found.view, scene.before
    same = then["round"] == now["round"]
    own = None if scene.match.hot_seat else scene.number
    return Moved(
        note=note,
        harbours=tuple(
            None if a["seat"] == own else _fresh(a, b, same, note)
            for a, b in zip(then["players"], now["players"], strict=True)
        ),
        spaces=frozenset(
            space
            for space, (a, b) in enumerate(zip(then["spaces"], now["spaces"], strict=True))
            if _taken(b) and not (same and _taken(a))
        ),
        stacks=frozenset(
            tile
            for tile, (a, b) in enumerate(zip(then["supply"], now["supply"], strict=True))
            if a != b
        ),
        phases=now["phase"] - (then["phase"] if same else 0),
        start=then["start"] != now["start"],
    )


def _taken(space: dict[str, Any]) -> bool:
    return bool(space["used"] or space["current"])


def _fresh(then: dict[str, Any], now: dict[str, Any], same: bool, note: str) -> Fresh | None:
    """None if everything in this harbour stands as it did."""
    found = Fresh(
        note,
        tuple(ship_of(raw) for raw in then["ships"]),
        _more(then["storage"], now["storage"]),
        _more(then["delivered"], now["delivered"]),
        max(0, now["flipped"] - (then["flipped"] if same else 0)),
        bool(then["extra"] and not now["extra"]),
    )
    changed = then["ships"] != now["ships"]
    return found if changed or any((*found.storage, *found.delivered, *found[4:])) else None


def _more(then: list[int], now: list[int]) -> tuple[int, ...]:
    return tuple(max(0, b - a) for a, b in zip(then, now, strict=True))
