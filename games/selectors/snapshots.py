"""Positions of the past: the nearest stored one, and a replay of the rest. Nothing here writes."""

from __future__ import annotations

import json
import zlib
from typing import Any

from engine.core.types import State
from games.models import Film, Match, Ply, Snapshot
from games.selectors.positions import replayed


def state_at(match: Match, ply: int) -> State:
    """The position after a ply: from the nearest snapshot before it, the rest replayed."""
    start, raw = stored_at(match, ply)
    rows = Ply.objects.filter(match=match, number__gt=start, number__lte=ply, taken_back=False)
    return replayed(match, start, raw, rows.order_by("number"))


def stored_at(match: Match, ply: int) -> tuple[int, Any]:
    """The nearest stored position at or before a ply, as it was stored."""
    film = Film.objects.filter(match=match).first()
    if film is not None:
        return max((f for f in unpack(film) if f[0] <= ply), key=lambda f: f[0])
    row = Snapshot.objects.filter(match=match, ply__lte=ply).order_by("-ply").first()
    if row is not None:
        return row.ply, row.state
    return match.origin_ply, match.origin


def unpack(film: Film) -> list[tuple[int, dict[str, object]]]:
    return [(ply, state) for ply, state in json.loads(zlib.decompress(bytes(film.frames)))]
