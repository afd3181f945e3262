"""What the demonstration's people like: they build ships because that is pretty to look at."""

from __future__ import annotations

from typing import Any

from engine.core.types import Move
from engine.nauticus.material import (
    CELLS,
    CROWNS,
    DELIVER,
    GOOD,
    GOODS,
    HULLS,
    MAST,
    MASTS,
    SAIL,
    SAILS,
    TRANSPORT,
)

SPARE = 3  # coins to keep for the next tile
ENOUGH = 2  # ships in build at one time


def taste(move: Move, view: dict[str, Any], seat: int) -> float:
    """How much a seat likes a move. Passing is worth 4, so less than that is left alone."""
    me = view["players"][seat]
    if move.verb == "choose":
        return _wanted(view["spaces"][move.args[0]]["action"], me)
    if move.verb == "buy":
        return _purchase(move, view["action"], me)
    if move.verb == "move":
        return _place(move.args[0], move.args[1], me)
    if move.verb in ("withdraw", "score"):
        return 4.0 + move.args[0] if move.args[0] <= 4 else 0.0
    if move.verb == "extra":
        last = view["round"] == view["rounds"]
        return 2.5 + _wanted(move.args[0], me) / 4 if last else -9.0
    return {"pass": 4.0, "end": 5.0, "deliver": 20.0}.get(move.verb, 0.0)


def _wanted(action: int, me: dict[str, Any]) -> float:
    """How useful an action is for what stands in the yard and lies in the storage."""
    building = [ship for ship in me["ships"] if not ship["complete"]]
    bare = sum(len(ship["hulls"]) - len(ship["masts"]) for ship in building)
    without = sum(len(ship["masts"]) - len(ship["sails"]) for ship in building)
    loaded = [s for s in me["ships"] if s["complete"] and len(s["goods"]) == len(s["hulls"])]
    return {
        HULLS: 6.0 if len(building) < ENOUGH else 1.0,
        MASTS: 3.0 * bare,
        SAILS: 3.5 * without,
        GOODS: 4.0,
        TRANSPORT: 1.0 * sum(me["storage"]),
        DELIVER: 9.0 * len(loaded),
        CROWNS: 2.0 * me["crowns"],
    }.get(action, max(0.0, 8.0 - me["coins"]))


def _purchase(move: Move, action: dict[str, Any], me: dict[str, Any]) -> float:
    tile, place = move.args
    first = (0, MAST, SAIL, GOOD)[action["action"]]
    price = action["prices"][tile - first]
    if me["coins"] - price < SPARE and price > 1:
        return 0.0
    if place:
        return _place(tile, place, me) - price
    return 6.0 - price if me["cells"] < CELLS / 2 else 0.0


def _place(tile: int, place: int, me: dict[str, Any]) -> float:
    """On a ship: what is nearer to sailing first. A new ship only while few are in build."""
    if place > len(me["ships"]):
        building = sum(not ship["complete"] for ship in me["ships"])
        return 8.0 if building < ENOUGH else -5.0
    ship = me["ships"][place - 1]
    if tile < MAST:
        return 9.0 if len(ship["hulls"]) < 3 else 5.0
    return 12.0 if tile < GOOD else 8.0
