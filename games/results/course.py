"""The course of a finished match: points over time, and the turns that mattered. Reads only."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.models import Entry, Film, Match, Ply, Snapshot
from games.selectors.positions import game_of
from games.selectors.snapshots import unpack
from games.titles.base import Presenter

KEPT = 24 * 3600
KEY_TURNS = 4
KEY_SENTENCES = 3
KEY_POINTS = 3  # a turn that shifts less is not worth telling


@dataclass
class Moment:
    ply: int
    totals: list[int]
    round: int = 0
    lines: Sequence[Mapping[str, int]] = ()  # of every seat's sheet; they add up to the total


def course(match: Match) -> list[Moment]:
    """What everybody's score was each time the turn passed on. Only of finished matches."""
    key = f"course-lines:{match.pk}:{match.ply}"
    found = cache.get(key)
    if found is None:
        found = _course(match)
        cache.set(key, found, KEPT)
    return [Moment(*row) for row in found]


def _course(match: Match) -> list[tuple[int, list[int], int, list[dict[str, int]]]]:
    game = game_of(match)
    if match.rules_version != game.version:
        return []  # old positions stay viewable, but this code may count differently
    film = Film.objects.filter(match=match).first()
    frames: Sequence[tuple[int, Any]] = (
        unpack(film)
        if film is not None
        else list(Snapshot.objects.filter(match=match).order_by("ply").values_list("ply", "state"))
    )
    rows = []
    for ply, raw in frames:
        if ply < match.origin_ply:
            continue  # stored by older rules
        state = game.load(raw)
        sheets = game.score(state)
        lines = [dict(sheet.lines) for sheet in sheets]
        round_ = game.view(state, None).get("round", 0)
        round_ = round_ if isinstance(round_, int) else 0
        rows.append((ply, [sheet.total for sheet in sheets], round_, lines))
    if rows and rows[-1][0] < match.ply:  # left in the middle of a turn
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        lines = [dict(seat.sheet["lines"]) if seat.sheet else {} for seat in seats]
        rows.append((match.ply, [seat.score or 0 for seat in seats], rows[-1][2], lines))
    return rows


@dataclass
class KeyTurn:
    seat: int
    name: str
    ply: int  # after it
    round: int
    points: int
    text: SafeString | str = ""
    parts: Sequence[
        tuple[object, int]
    ] = ()  # lines of the score sheet that changed, and by how much

    @property
    def size(self) -> int:
        """What the plural of points goes by: −3 points, never −3 point."""
        return abs(self.points)


def key_turns(
    match: Match, moments: Sequence[Moment], names: Sequence[str], presenter: Presenter
) -> list[KeyTurn]:
    """The few turns that shifted most between the players, in the order they were played."""
    spans = list(itertools.pairwise(moments))
    movers = dict(
        Ply.objects.filter(
            match=match, taken_back=False, number__in=[after.ply for _, after in spans]
        ).values_list("number", "seat")
    )
    ranked: list[tuple[float, Moment, Moment, int]] = []
    for before, after in spans:
        seat = movers.get(after.ply)
        if seat is None:
            continue
        shift = _shift(before, after, seat)
        gained = after.totals[seat] - before.totals[seat]
        if shift * gained > 0:  # else it's the end of a round that hit the others, not this turn
            ranked.append((shift, before, after, seat))
    ranked.sort(key=lambda row: (-abs(row[0]), row[2].ply))
    chosen = [row for row in ranked[:KEY_TURNS] if abs(row[0]) >= KEY_POINTS]
    told = _told(match, [(before.ply, after.ply) for _, before, after, _ in chosen])
    found = []
    for _shifted, before, after, seat in sorted(chosen, key=lambda row: row[2].ply):
        own = [e for e in told if before.ply < e.ply <= after.ply and e.seat == seat]
        told_of = [e for e in own if e.kind in presenter.telling] or own
        texts = [(text,) for text in (presenter.sentence(e, names) for e in told_of) if text]
        points = after.totals[seat] - before.totals[seat]
        text = format_html_join(" ", "{}", texts[:KEY_SENTENCES])
        parts = _parts(presenter.title.lines, before, after, seat)
        found.append(KeyTurn(seat, names[seat], after.ply, before.round, points, text, parts))
    return found


def _parts(
    labels: Mapping[str, object], before: Moment, after: Moment, seat: int
) -> list[tuple[object, int]]:
    """What the points of a turn are made of, by the lines of the score sheet and in their order."""
    was, now = before.lines[seat], after.lines[seat]
    order = [*labels, *sorted((was.keys() | now.keys()) - labels.keys())]
    changes = ((key, now.get(key, 0) - was.get(key, 0)) for key in order)
    return [(labels.get(key, key), change) for key, change in changes if change]


def _shift(before: Moment, after: Moment, seat: int) -> float:
    """What the mover gained against the others: what hits everybody alike shifts nothing."""
    gains = [b - a for a, b in zip(before.totals, after.totals, strict=True)]
    others = [gain for number, gain in enumerate(gains) if number != seat]
    return gains[seat] - (sum(others) / len(others) if others else 0)


def _told(match: Match, spans: list[tuple[int, int]]) -> list[Entry]:
    """What the log tells everybody of some turns."""
    if not spans:
        return []
    there = Q(pk__in=[])
    for after, upto in spans:
        there |= Q(ply__gt=after, ply__lte=upto)
    rows = Entry.objects.filter(there, match=match, taken_back=False).readable_by(None)
    return list(rows.order_by("number"))
