"""A match as it was: positions after any ply, points over time, the score sheet. Reads only."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Entry, Film, Match, Seat, Snapshot
from games.positions import game_of
from games.presenters.base import Presenter, seat_name
from games.scenes import LOG_SHOWN, Scene
from games.selectors import state_at
from games.services.finish import unpack
from games.services.play import seat_for
from games.titles import title_of

KEPT = 24 * 3600


def scene_at(match: Match, user: User | None, ply: int, presenter: Presenter) -> Scene:
    """What this person may see of the position after a ply; nothing in it can be played."""
    game = game_of(match)
    state = state_at(match, ply)
    owing = set(game.to_act(state))
    seats = [copy.copy(seat) for seat in match.seats.all()]
    for seat in seats:
        seat.owes, seat.deadline = seat.number in owing, None
        if ply != match.ply:
            seat.place, seat.autopilot = None, False
    own = seat_for(match, list(match.seats.all()), user) if user is not None else None
    number = None if own is None else own.number
    mine = None
    if own is not None:
        mine = copy.copy(own)
        mine.owes = False
    view = game.view(state, number)
    shown = Scene(match, seats, mine, view, view)
    rows = Entry.objects.filter(match=match, taken_back=False, ply__lte=ply)
    shown.entries = _readable(reversed(rows.order_by("-number")[:LOG_SHOWN]), number)
    if presenter.recall:
        asked = rows.filter(kind__in=presenter.recall).order_by("-number")
        shown.recalled = _readable(asked[: presenter.recall_depth], number)
    return shown


def _readable(rows: Any, number: int | None) -> list[Entry]:
    return [e for e in rows if e.to is None or (number is not None and number in e.to)]


# --- points over the match ----------------------------------------------------------------


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
        state = game.load(raw)
        totals = [sheet.total for sheet in game.score(state)]
        round_ = game.view(state, None).get("round", 0)
        rows.append((ply, totals, round_ if isinstance(round_, int) else 0))
    return rows


# --- the score sheet ----------------------------------------------------------------------


@dataclass
class Line:
    label: object
    points: list[int]


@dataclass
class Sheet:
    seats: list[Seat]  # in order of places
    lines: list[Line] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)  # how equal scores were told apart


def sheet_of(match: Match) -> Sheet:
    seats = sorted(match.seats.all(), key=lambda s: (s.place or 99, -(s.score or 0), s.number))
    found = Sheet(seats)
    title = title_of(match.title)
    keys = list(dict.fromkeys(key for s in seats if s.sheet for key in s.sheet["lines"]))
    for key in keys:
        points = [(s.sheet or {"lines": {}})["lines"].get(key, 0) for s in seats]
        found.lines.append(Line(title.lines.get(key, key), points))
    for ahead, behind in itertools.pairwise(seats):
        if sentence := _tie(match, ahead, behind):
            found.ties.append(sentence)
    return found


def _tie(match: Match, ahead: Seat, behind: Seat) -> str:
    """Why one of two neighbours in the ranking stands before the other, if points do not say."""
    names = {"first": name_of(match, ahead), "second": name_of(match, behind)}
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


def name_of(match: Match, seat: Seat) -> str:
    return seat_name(seat)
