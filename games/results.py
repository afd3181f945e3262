"""What a match came to: points over time, the turns that mattered, the score sheet. Reads only."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Entry, Film, Match, Ply, Seat, Snapshot
from games.selectors.positions import game_of
from games.services.finish import unpack
from games.titles.base import Presenter, seat_name
from games.titles.facts import title_of

KEPT = 24 * 3600
KEY_TURNS = 4
KEY_SENTENCES = 3
KEY_POINTS = 3  # a turn that shifts less is not worth telling


@dataclass
class Moment:
    ply: int
    totals: list[int]
    round: int = 0


def course(match: Match) -> list[Moment]:
    """What everybody's score was each time the turn passed on. Only of finished matches."""
    key = f"course:{match.pk}:{match.ply}"
    found = cache.get(key)
    if found is None:
        found = _course(match)
        cache.set(key, found, KEPT)
    return [Moment(*row) for row in found]


def _course(match: Match) -> list[tuple[int, list[int], int]]:
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
        totals = [sheet.total for sheet in game.score(state)]
        round_ = game.view(state, None).get("round", 0)
        rows.append((ply, totals, round_ if isinstance(round_, int) else 0))
    if rows and rows[-1][0] < match.ply:  # left in the middle of a turn
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        rows.append((match.ply, [seat.score or 0 for seat in seats], rows[-1][2]))
    return rows


# --- key turns ----------------------------------------------------------------------------


@dataclass
class KeyTurn:
    seat: int
    name: str
    ply: int  # after it
    round: int
    points: int
    text: SafeString | str = ""

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
        if seat is not None:
            ranked.append((_shift(before, after, seat), before, after, seat))
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
        found.append(KeyTurn(seat, names[seat], after.ply, before.round, points, text))
    return found


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
    rows = Entry.objects.filter(there, match=match, taken_back=False, to__isnull=True)
    return list(rows.order_by("number"))


# --- the score sheet ----------------------------------------------------------------------


@dataclass
class Line:
    label: object
    points: list[int]
    best: int


@dataclass
class Sheet:
    seats: list[Seat]  # in order of places
    names: list[str]
    lines: list[Line] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)  # how equal scores were told apart

    @property
    def columns(self) -> list[tuple[Seat, str]]:
        return list(zip(self.seats, self.names, strict=True))

    @property
    def winners(self) -> list[str]:
        return [name for seat, name in self.columns if seat.place == 1]


def sheet_of(match: Match) -> Sheet:
    seats = sorted(match.seats.all(), key=lambda s: (s.place or 99, -(s.score or 0), s.number))
    found = Sheet(seats, [seat_name(seat) for seat in seats])
    title = title_of(match.title)
    known = list(title.lines)
    keys = {key for s in seats if s.sheet for key in s.sheet["lines"]}
    # A database may give the lines back in any order; the title knows the one to read them in.
    for key in sorted(keys, key=lambda k: (known.index(k) if k in known else len(known), k)):
        points = [(s.sheet or {"lines": {}})["lines"].get(key, 0) for s in seats]
        found.lines.append(Line(title.lines.get(key, key), points, max(points)))
    for ahead, behind in itertools.pairwise(seats):
        if sentence := _tie(match, ahead, behind):
            found.ties.append(sentence)
    return found


def _tie(match: Match, ahead: Seat, behind: Seat) -> str:
    """Why one of two neighbours in the ranking stands before the other, if points do not say."""
    names = {"first": seat_name(ahead), "second": seat_name(behind)}
    if behind.autopilot and not ahead.autopilot and (behind.score or 0) >= (ahead.score or 0):
        return _("%(second)s left the match and so comes last, whatever the score.") % names
    if ahead.score != behind.score or ahead.autopilot or behind.autopilot:
        return ""
    if ahead.place == behind.place:
        return _("%(first)s and %(second)s are level in everything and share the place.") % names
    title = title_of(match.title)
    ours, theirs = (s.sheet["tiebreaks"] if s.sheet else [] for s in (ahead, behind))
    for index, (more, less) in enumerate(zip(ours, theirs, strict=False)):
        if more != less:
            what = title.tiebreaks[index] if index < len(title.tiebreaks) else _("the tie-break")
            return _(
                "Equal points: %(first)s is ahead of %(second)s by %(what)s, %(more)d to %(less)d."
            ) % {**names, "what": what, "more": more, "less": less}
    return ""


# --- how it ended -------------------------------------------------------------------------


@dataclass
class Departure:
    name: str
    timed_out: bool


def departures(match: Match) -> list[Departure]:
    """Who did not stay to the end, and how; in the order they went."""
    names = {seat.number: seat_name(seat) for seat in match.seats.all()}
    if not any(seat.autopilot for seat in match.seats.all()):
        return []
    rows = Entry.objects.filter(match=match, kind__in=("!left", "!timeout")).order_by("number")
    return [
        Departure(names[number], kind == "!timeout")
        for number, kind in rows.values_list("seat", "kind")
        if number in names
    ]
