"""The end of a match: sheets, places, the secret, the film."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.utils.module_loading import import_string

from engine.core.types import State
from games.models import Draft, Film, Match, Seat, Snapshot
from games.nudges import END
from games.positions import game_of
from games.services import effects


def close(
    match: Match,
    seats: Sequence[Seat],
    state: State,
    *,
    now: datetime,
    ended: str = Match.End.PLAYED,
) -> None:
    """Store the result. Whoever left comes last, whatever the score (and last ones share)."""
    game = game_of(match)
    sheets = game.score(state)
    places = final_places(game.ranking(state), [seat.autopilot for seat in seats])
    for seat, sheet, place in zip(seats, sheets, places, strict=True):
        seat.place = place
        seat.score = sheet.total
        seat.sheet = {"lines": sheet.lines, "tiebreaks": list(sheet.tiebreaks)}
        seat.owes = False
        seat.deadline = None
    Seat.objects.bulk_update(seats, ["place", "score", "sheet", "owes", "deadline"])
    match.status = Match.Status.FINISHED
    match.ended = ended
    match.finished_at = now
    match.save()
    pack(match)
    Draft.objects.filter(match=match).delete()
    effects.nudge(match, END, seats)
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
    """All snapshots into one compressed film; the rows go."""
    rows = list(Snapshot.objects.filter(match=match).order_by("ply").values_list("ply", "state"))
    frames = zlib.compress(json.dumps(rows, separators=(",", ":")).encode(), 9)
    Film.objects.update_or_create(match=match, defaults={"frames": frames, "count": len(rows)})
    Snapshot.objects.filter(match=match).delete()


def unpack(film: Film) -> list[tuple[int, dict[str, object]]]:
    return [(ply, state) for ply, state in json.loads(zlib.decompress(bytes(film.frames)))]
