"""Where a ship can go (R8.1), worked out once from the routes."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.core.types import Move
from engine.oltremare.material import PORTS
from engine.oltremare.tables import MATERIAL, SAIL

FARTHEST: Final = 4  # ship signs on four cards

Ways: TypeAlias = dict[int, tuple[int, ...]]  # end -> the ports on the way, the end included


def _neighbours() -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(PORTS)]
    for one, other in MATERIAL.routes:
        found[one].append(other)
        found[other].append(one)
    return tuple(tuple(sorted(ends)) for ends in found)


NEIGHBOURS: Final = _neighbours()


def _ways(start: int, length: int) -> Ways:
    """All ends of trails of that many routes, no route twice. Of several ways to one end the one
    with the smallest port numbers first is kept; it is for drawing only."""
    found: Ways = {}

    def follow(path: tuple[int, ...], used: frozenset[tuple[int, int]]) -> None:
        if len(path) > length:
            found.setdefault(path[-1], path[1:])
            return
        for port in NEIGHBOURS[path[-1]]:
            route = min(path[-1], port), max(path[-1], port)
            if route not in used:
                follow((*path, port), used | {route})

    follow((start,), frozenset())
    return dict(sorted(found.items()))


# By port and number of ship signs.
WAYS: Final[tuple[tuple[Ways, ...], ...]] = tuple(
    tuple(_ways(port, n) for n in range(FARTHEST + 1)) for port in range(PORTS)
)
SAILINGS: Final[tuple[tuple[list[Move], ...], ...]] = tuple(
    tuple([SAIL[end] for end in ways] for ways in lengths) for lengths in WAYS
)
