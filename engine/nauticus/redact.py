"""What a seat may see. Nothing on the table is hidden (R1.5); the seed and its draws are."""

from __future__ import annotations

from engine.core.rng import Dice, new_seed
from engine.core.types import Frame, Json, Seat
from engine.nauticus.material import (
    BOARD_SPACES,
    CELLS,
    GOOD,
    MAST,
    SAIL,
    SPACES,
    WHEEL,
)
from engine.nauticus.scoring import sheets, tally
from engine.nauticus.state import (
    ACTION,
    BLUE,
    BOUGHT,
    CREST,
    PARTS,
    PRICE,
    USES,
    NauticusState,
    Player,
    clone,
)
from engine.nauticus.steps.action import is_complete
from engine.nauticus.tables import CLOSED


def view(s: NauticusState, seat: Seat | None) -> dict[str, Json]:
    """Everything a page needs to draw the table, as plain values."""
    top = s.stack[-1] if s.stack else None
    return {
        "seat": seat,
        "seats": s.seats,
        "rounds": s.options["rounds"],
        "round": s.round,
        "phase": s.phase,
        "ply": s.ply,
        "over": top is None,
        "start": s.start,
        "anchor": s.anchor,
        "first": s.first,
        "space": s.space,
        "turn": s.turn if s.space >= 0 else -1,
        "decides": list(top.seats) if top else [],
        "step": top.step if top else "",
        "wheel": _wheel(s),
        "spaces": _spaces(s),
        "supply": list(s.supply),
        "players": _players(s),
        "action": _action(s.stack),
        "rewards": _rewards(top),
        "gift": _gift(top),
    }


def _wheel(s: NauticusState) -> Json:
    """Blue workers at each space as the wheel stands."""
    return [WHEEL[(i - s.anchor) % SPACES] for i in range(SPACES)]


def _spaces(s: NauticusState) -> Json:
    found: list[Json] = []
    for i, space in enumerate(BOARD_SPACES):
        bonus: dict[str, Json] = {
            "workers": space.workers,
            "coins": space.coins,
            "points": space.points,
            "tile": space.tile,
        }
        found.append(
            {
                "bonus": bonus,
                "prices": list(space.prices),
                "blue": WHEEL[(i - s.anchor) % SPACES],
                "action": s.tiles[i],
                "used": bool(s.used[i]),
                "current": i == s.space,
                "chooser": s.start if i == s.space else -1,
                "anchor": i == s.anchor,
                "first": i == s.first,
            }
        )
    return found


def _players(s: NauticusState) -> Json:
    found: list[Json] = []
    for p, sheet in zip(s.players, sheets(s), strict=True):
        t = tally(p)
        lines: dict[str, Json] = dict(sheet.lines)
        detail: dict[str, Json] = {
            "goods": list(t.goods),
            "ships": list(t.ships),
            "workers": t.workers,
            "stored": t.stored,
            "unfinished": t.unfinished,
            "aboard": t.aboard,
            "coins": t.coins,
            "remainder": t.coins % 3,
        }
        found.append(
            {
                "seat": sheet.seat,
                "vp": p.vp,
                "coins": p.coins,
                "workers": p.workers,
                "storage": list(p.storage),
                "cells": p.cells,
                "room": CELLS - p.cells,
                "crowns": p.crowns + p.flipped,
                "crown_parts": p.crowns,
                "flipped": p.flipped,
                "extra": bool(p.extra),
                "delivered": list(p.delivered),
                "ships": _ships(p),
                "score": lines,
                "total": sheet.total,
                "detail": detail,
            }
        )
    return found


def _ships(p: Player) -> Json:
    found: list[Json] = []
    for k, ship in enumerate(p.ships, 1):
        tiles = ship[PARTS:]
        found.append(
            {
                "ship": k,
                "tiles": list(tiles),  # in the order they were placed
                "hulls": [tile for tile in tiles if tile < MAST],
                "masts": [tile for tile in tiles if MAST <= tile < SAIL],
                "sails": [tile for tile in tiles if SAIL <= tile < GOOD],
                "goods": [tile for tile in tiles if tile >= GOOD],
                "crest": ship[CREST],
                "closed": CLOSED[ship[0]],
                "complete": is_complete(ship),
            }
        )
    return found


def _action(stack: list[Frame]) -> Json:
    """The action being performed, the extra action before the tile's."""
    for f in reversed(stack):
        if f.step == "act" or f.step == "extra":
            d = f.data
            return {
                "action": d[ACTION],
                "extra": f.step == "extra",
                "seat": f.seats[0],
                "blue": d[BLUE],
                "uses": d[USES],
                "bought": list(d[BOUGHT:PRICE]),
                "prices": list(d[PRICE : PRICE + 4]),
                "stage": f.pc,  # 0 fresh, 1 begun, 2 over: only the extra action is left
            }
    return None


def _rewards(top: Frame | None) -> Json:
    if top is None or top.step != "reward":
        return None
    return {"ship": top.data[0], "left": top.data[1], "taken": list(top.data[2:8])}


def _gift(top: Frame | None) -> Json:
    if top is None or top.step not in ("bonus", "free"):
        return None
    return {"first": top.data[0], "source": top.step}


def redeal(s: NauticusState, rng: Dice) -> NauticusState:
    """The same table with another future: the coming deals are hidden from everybody."""
    other = clone(s)
    other.seed = new_seed(rng)
    return other
