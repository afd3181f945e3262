"""The end of a match's log as one person may read it, by statements written out.

Every look at a match reads it, and rows of the model would cost more than all they tell.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection

from games.models import Entry, Match, play

NEWEST = (
    'SELECT number, ply, seat, kind, data, "to" FROM games_entry'
    " WHERE match_id = %s AND NOT taken_back AND {} ORDER BY number DESC LIMIT %s"
)


class Line(NamedTuple):
    """A log entry as it is read: lighter than the model's row."""

    number: int
    ply: int
    seat: int
    kind: str
    data: dict[str, Any]
    to: list[int] | None


def newest(match: Match, number: int | None, count: int, kinds: Sequence[str] = ()) -> list[Line]:
    """The last entries this seat may read, newest first; None is a spectator."""
    where, params = play.readable(number)
    if kinds:
        where += f" AND kind IN ({', '.join(['%s'] * len(kinds))})"
    with connection.cursor() as cursor:
        cursor.execute(NEWEST.format(where), [match.pk, *params, *kinds, count])
        rows = cursor.fetchall()
    return [
        Line(at, ply, seat, kind, json.loads(data), None if to is None else json.loads(to))
        for at, ply, seat, kind, data, to in rows
    ]


def dated(match: Match, count: int) -> list[Entry]:
    """The last entries a spectator may read, newest first, with when each was written."""
    rows = match.log.readable_by(None).filter(taken_back=False)
    return list(rows.order_by("-number")[:count])
