"""What happened since somebody last decided, and what they saw then. Reads only.

Whoever watches, and whoever's own turn was the last, is told the last turn instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.models import Entry, Match, Ply, Seat, Snapshot
from games.selectors.log import Line, newest
from games.selectors.positions import game_of, replayed

# Told from the viewer's last turn on, from the deal on, or the last turn: one's own, somebody's.
Span = Literal["turn", "start", "own", "last"]


@dataclass
class Since:
    span: Span
    ply: int  # told is what comes after it
    entries: Sequence[Entry | Line] = ()  # oldest first
    follow: Sequence[Entry | Line] = ()  # what the viewer's own last move set off by itself
    view: dict[str, Any] | None = None  # what the viewer saw at `ply`, to compare with


def entries_since(match: Match, seat: Seat, count: int) -> list[Line]:
    """What this seat may read of what came after its last turn, oldest first; at first, of all."""
    base = seat.seen_ply
    return [e for e in newest(match, seat.number, count)[::-1] if e.ply > base or not base]


def since(match: Match, seat: Seat | None, log: Sequence[Entry | Line]) -> Since | None:
    """From the end of the log as the viewer may read it; None where nothing is played yet."""
    if not log or not match.ply:
        return None
    number = None if seat is None else seat.number
    if seat is not None and (later := [e for e in log if e.ply > seat.seen_ply]):
        base = seat.seen_ply
        follow = [e for e in log if e.ply == base] if base else []
        return Since("turn" if base else "start", base, later, follow, seen(match, base, number))
    # By the newest line one may read, not by the newest ply: that one may be secret.
    turn = _turn(match, log[-1].ply)
    if turn is None:
        return None
    base, mover = turn
    told = [e for e in log if e.ply > base]
    if seat is not None and mover == number:
        return Since("own", base, told)
    return Since("last", base, told, view=seen(match, base, number))


def _turn(match: Match, ply: int) -> tuple[int, int] | None:
    """The ply before the turn that this one belongs to, and whose turn it was."""
    rows = Ply.objects.filter(match=match, number=ply, taken_back=False)
    found = rows.values_list("turn", "seat").first()
    return None if found is None else (max(found[0] - 1, 0), found[1])


def seen(match: Match, ply: int, number: int | None) -> dict[str, Any] | None:
    """What a seat saw after an earlier ply of a running match.

    None if that was before the rules were corrected: what was stored then may be read otherwise.
    """
    if not match.is_running or ply < match.origin_ply:
        return None
    row = Snapshot.objects.filter(match=match, ply__lte=ply).order_by("-ply").first()
    if row is None:
        return None
    plies: Sequence[Ply] = ()
    if row.ply < ply:  # the turn didn't pass on there
        rows = Ply.objects.filter(match=match, number__gt=row.ply, number__lte=ply)
        plies = list(rows.filter(taken_back=False).order_by("number"))
    state = replayed(match, row.ply, row.state, plies)
    view: dict[str, Any] = game_of(match).view(state, number)
    return view
