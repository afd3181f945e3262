"""The end of a match: sheets, places, the secret, the film."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.utils.module_loading import import_string

from engine.core.types import State
from games.models import Film, Match, Seat, Snapshot
from games.selectors.positions import game_of
from games.services import effects
from games.services.nudges import END
from ops.sql import Batch, Rows

SEAT_FIELDS = ("place", "score", "sheet", "owes", "drafted", "deadline", "revision", "autopilot")
MATCH_FIELDS = (
    "state", "ply", "entries", "chain", "moved_at", "status", "ended", "finished_at",
)  # fmt: skip

SNAPSHOTS = Rows(Snapshot, "WHERE match_id = %s", only=("ply", "state"), removed=True)


def close(
    match: Match,
    seats: Sequence[Seat],
    state: State,
    *,
    now: datetime,
    ended: str = Match.End.PLAYED,
) -> None:
    """Store the last position and the result.

    Whoever left comes last, whatever the score (and last ones share).
    """
    game = game_of(match)
    sheets = game.score(state)
    places = final_places(game.ranking(state), [seat.autopilot for seat in seats])
    for seat, sheet, place in zip(seats, sheets, places, strict=True):
        seat.place = place
        seat.score = sheet.total
        seat.sheet = {"lines": sheet.lines, "tiebreaks": list(sheet.tiebreaks)}
        seat.owes = seat.drafted = False
        seat.deadline = None
        seat.revision += 1  # whatever page a player has open is old now
    Seat.objects.bulk_update(seats, SEAT_FIELDS)
    match.status = Match.Status.FINISHED
    match.ended = ended
    match.finished_at = now
    match.save(update_fields=MATCH_FIELDS)
    pack(match)
    effects.nudge(match, END, seats)
    effects.tell(match, effects.ENDED, seats)
    for path in settings.MATCH_FINISHED:
        import_string(path)(match)


def final_places(ranking: Sequence[int], left: Sequence[bool]) -> list[int]:
    """Places of those who stayed, closed up; those who left share the place behind them."""
    stayed = [rank for rank, gone in zip(ranking, left, strict=True) if not gone]
    return [
        len(stayed) + 1 if gone else 1 + sum(other < rank for other in stayed)
        for rank, gone in zip(ranking, left, strict=True)
    ]


def pack(match: Match) -> None:
    """All snapshots and the last position into one compressed film; the rows go."""
    batch = Batch()
    frames = {row.ply: row.state for row in SNAPSHOTS.fetch(match.pk)} | {match.ply: match.state}
    film = json.dumps(sorted(frames.items()), separators=(",", ":")).encode()
    batch.insert([Film(match=match, frames=zlib.compress(film, 9), count=len(frames))])
    batch.add("DELETE FROM games_draft WHERE match_id = %s", match.pk)
    batch.send()
