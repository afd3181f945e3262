"""Lines of the platform's own in the log; the record shows them with a `!`."""

from __future__ import annotations

from datetime import datetime

from engine.core.types import TABLE
from games.models import Entry, Match, Ply


def remark(match: Match, kind: str, now: datetime, *, seat: int = TABLE, **data: int) -> None:
    """Write one. The caller holds the match's lock and saves the counter of entries.

    `after` says how many plies had been written by then, taken-back ones included: the record puts
    the line there, and no clock can shuffle them.
    """
    match.entries += 1
    Entry.objects.create(
        match=match,
        number=match.entries,
        ply=match.ply,
        seat=seat,
        kind=f"!{kind}",
        data={**data, "after": Ply.objects.filter(match=match).count()},
        at=now,
    )
