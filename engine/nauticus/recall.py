"""A position out of a view: everything on the table is open, so the advice can plan with the rules.

Only what nobody may see is missing: the deals to come. A recalled position must not be played
beyond the end of its round.
"""

from __future__ import annotations

from typing import Any

from engine.core.types import Frame, Json
from engine.nauticus.material import FIRST_OF, GOOD, MAST, SAIL
from engine.nauticus.state import NauticusState, Player
from engine.nauticus.tables import BEGIN, JOIN

UNKNOWN = "00" * 16  # in place of what decides the coming deals


def position(view: dict[str, Json]) -> NauticusState:
    v: dict[str, Any] = view
    return NauticusState(
        seats=v["seats"],
        options=dict(v["options"]),
        seed=UNKNOWN,
        ply=v["ply"],
        turn=v["turn"],
        stack=_stack(v),
        round=v["round"],
        phase=v["phase"],
        start=v["start"],
        anchor=v["anchor"],
        first=v["first"],
        space=v["space"],
        tiles=[space["action"] for space in v["spaces"]],
        used=[int(space["used"]) for space in v["spaces"]],
        supply=list(v["supply"]),
        players=[_player(p) for p in v["players"]],
    )


def _player(p: dict[str, Any]) -> Player:
    return Player(
        vp=p["vp"],
        coins=p["coins"],
        workers=p["workers"],
        cells=p["cells"],
        crowns=p["crown_parts"],
        flipped=p["flipped"],
        extra=int(p["extra"]),
        storage=list(p["storage"]),
        delivered=list(p["delivered"]),
        ships=[_ship(ship["tiles"], ship["crest"]) for ship in p["ships"]],
    )


def _ship(tiles: list[int], crest: int) -> list[int]:
    hulls = [tile for tile in tiles if tile < MAST]
    shape = BEGIN[hulls[0]]
    for tile in hulls[1:]:
        shape = JOIN[shape][tile]
    masts = sum(MAST <= tile < SAIL for tile in tiles)
    sails = sum(SAIL <= tile < GOOD for tile in tiles)
    goods = sum(tile >= GOOD for tile in tiles)
    return [shape, len(hulls), masts, sails, crest, goods, *tiles]


def _stack(v: dict[str, Any]) -> list[Frame]:
    prompt = v["prompt"]
    if not prompt:
        return []
    stack = [Frame("round", [], pc=1)]
    if prompt == "choose":
        return [*stack, Frame("choose", [v["start"]])]
    if prompt == "bonus":
        gift = Frame("bonus", [v["turn"]], data=[v["gift"]["first"]])
        return [*stack, Frame("follow", [], data=[0]), gift]
    given = (v["turn"] - v["start"]) % v["seats"] + 1
    stack.append(Frame("follow", [], data=[given]))
    for action in (v["waiting"], v["action"]):
        if action is not None:
            stack.append(_action(action))
    if v["free_due"]:
        seats = [v["turn"]] if prompt == "free" else []
        stack.append(Frame("free", seats, data=[FIRST_OF[v["action"]["action"]]]))
    if prompt == "reward":
        due = v["rewards"]
        stack.append(Frame("reward", [v["turn"]], data=[due["ship"], due["left"], *due["taken"]]))
    return stack


def _action(a: dict[str, Any]) -> Frame:
    data = [a["action"], a["blue"], a["uses"], *a["bought"], *a["prices"]]
    return Frame("extra" if a["extra"] else "act", [a["seat"]], pc=a["stage"], data=data)
