"""Numbers of a title: how often it was played, and what each seat is worth."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, Max, Q

from games.models import Match, Seat
from games.titles.registry import title_of

KEPT = 600  # seconds; counting all matches of a title again and again is not worth it


@dataclass
class SeatLine:
    number: int  # from 1, in order of play
    score: float
    share: float  # of first places, in percent


@dataclass
class SizeLine:
    size: int
    matches: int
    score: float
    best: int = 0
    seats: list[SeatLine] = field(default_factory=list)


@dataclass
class Statistics:
    finished: int
    running: int
    sizes: list[SizeLine] = field(default_factory=list)


def statistics_of(slug: str) -> Statistics:
    key = f"title-statistics:3:{slug}"  # the number rises with the fields
    found = _read(cache.get(key))
    if found is None:
        found = _count(slug)
        cache.set(key, asdict(found), KEPT)  # no classes: they may move before it is read
    return found


def _read(kept: Any) -> Statistics | None:
    """None for whatever isn't as `statistics_of` left it."""
    try:
        sizes = [
            SizeLine(**{**line, "seats": [SeatLine(**seat) for seat in line["seats"]]})
            for line in kept["sizes"]
        ]
        return Statistics(**{**kept, "sizes": sizes})
    except (KeyError, TypeError):
        return None


def _count(slug: str) -> Statistics:
    totals = Match.objects.filter(title=slug).aggregate(
        finished=Count("pk", filter=Q(status=Match.Status.FINISHED)),
        running=Count("pk", filter=Q(status=Match.Status.RUNNING)),
    )
    title = title_of(slug)
    full = Q(pk__in=[])
    for size in title.seats:
        full |= Q(match__size=size, match__options=title.full(size))
    rows = (
        Seat.objects.filter(full, match__title=slug, match__status=Match.Status.FINISHED)
        .filter(match__ended=Match.End.PLAYED, match__guided=False, score__isnull=False)
        .order_by()
        .values("match__size", "number")
        .annotate(
            n=Count("pk"),
            mean=Avg("score"),
            best=Max("score"),
            wins=Count("pk", filter=Q(place=1)),
        )
    )
    sizes: dict[int, SizeLine] = {}
    grouped = sorted(rows, key=lambda row: (row["match__size"], row["number"]))
    for row in grouped:
        size = row["match__size"]
        line = sizes.setdefault(size, SizeLine(size, row["n"], 0.0))
        line.matches = max(line.matches, row["n"])
        line.best = max(line.best, row["best"])
        line.seats.append(SeatLine(row["number"] + 1, row["mean"], 100 * row["wins"] / row["n"]))
    for line in sizes.values():
        line.score = sum(seat.score for seat in line.seats) / len(line.seats)
    return Statistics(totals["finished"], totals["running"], list(sizes.values()))
