"""What a seat may see. Nothing on the table is hidden (R1.5); the seed and its draws are."""

from __future__ import annotations

from engine.core.rng import Dice, new_seed
from engine.core.types import Frame, Json
from engine.nauticus.material import (
    BOARD_SPACES,
    CELLS,
    GOOD,
    MAST,
    SAIL,
    SPACES,
    WHEEL,
)
from engine.nauticus.passing import passing
from engine.nauticus.scoring import sheets, tally
from engine.nauticus.ships import is_complete
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
from engine.nauticus.tables import CLOSED


def view(s: NauticusState, header: dict[str, Json]) -> dict[str, Json]:
    """Everything a page needs to draw the table, as plain values, on top of the common keys."""
    top = s.stack[-1] if s.stack else None
    actions = [_action(f) for f in reversed(s.stack) if f.step in ("act", "extra")]
    return {
        **header,
        "rounds": s.options["rounds"],
        "round": s.round,
        "phase": s.phase,  # phases finished in this round
        "over": top is None,
        "start": s.start,
        "anchor": s.anchor,
        "first": s.first,
        "space": s.space,
        "wheel": _wheel(s),
        "spaces": _spaces(s),
        "supply": list(s.supply),
        "players": _players(s),
        "action": actions[0] if actions else None,  # being performed
        "waiting": actions[1] if len(actions) > 1 else None,  # the tile's, under the extra action
        "rewards": _rewards(top),
        "gift": _gift(top),
        "free_due": any(f.step == "free" for f in s.stack),
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
        worth = passing(s, sheet.seat)
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
                "passing": {"saves": worth.saves, "crown": worth.crown},
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


def _action(f: Frame) -> Json:
    d = f.data
    return {
        "action": d[ACTION],
        "extra": f.step == "extra",
        "seat": f.seats[0],
        "blue": d[BLUE],  # workers left
        "uses": d[USES],
        "bought": list(d[BOUGHT:PRICE]),
        "prices": list(d[PRICE : PRICE + 4]),  # of the next copy
        "stage": f.pc,  # 0 fresh, 1 begun, 2 over: only the extra action is left
    }


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
