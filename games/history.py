"""A match as it was: the position after any ply, what that ply did, the whole log. Reads only."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from engine.core.types import State, parse_move
from games.models import Entry, Match, Ply, Seat
from games.models.play import AUTOPILOT
from games.selectors.access import seat_for
from games.selectors.positions import game_of, position
from games.selectors.records import Reader, is_hidden
from games.selectors.scenes import LOG_SHOWN, Line, Scene
from games.selectors.snapshots import state_at
from games.titles.answers import Change
from games.titles.base import Presenter, seat_name, whose
from games.titles.platform import is_platform

Told = tuple[SafeString, SafeString | str]  # a flag and a sentence


@dataclass
class Chapter:
    """A part of the match that begins after a ply: a round, as a rule."""

    number: int
    ply: int
    now: bool = False


@dataclass
class Step:
    """What one ply did."""

    ply: int
    seat: int | None = None
    text: SafeString | str = ""
    cause: str = ""
    changes: list[Change] = field(default_factory=list)

    @property
    def by_computer(self) -> bool:
        return self.cause == AUTOPILOT


def scene_at(match: Match, user: User | None, ply: int, presenter: Presenter) -> Scene:
    """What this person may see of the position after a ply; nothing in it can be played."""
    return look_back(match, user, ply, presenter)[0]


def look_back(
    match: Match, user: User | None, ply: int, presenter: Presenter
) -> tuple[Scene, Step]:
    """The position after a ply beside the one before it, and what lies between them."""
    game = game_of(match)
    row = Ply.objects.filter(match=match, number=ply, taken_back=False).first()
    before, state = _around(match, row, ply)
    own, number = _reader(match, user)
    over = ply == match.ply and not match.is_running
    owing = set() if over else set(game.to_act(state))  # whoever left may have owed a decision
    seats = _seats_then(match, owing, now=ply == match.ply)
    view = game.view(state, number)
    shown = Scene(match, seats, own, view, view if before is None else game.view(before, number))
    shown.trace = reverse("match_replay", args=[match.code])
    shown.entries = _entries(match, number, last=LOG_SHOWN, ply__lte=ply)
    if presenter.recall:
        shown.recalled = _entries(
            match, number, last=presenter.recall_depth, ply__lte=ply, kind__in=presenter.recall
        )[::-1]
    return shown, _step(shown, row, ply, presenter)


def _around(match: Match, row: Ply | None, ply: int) -> tuple[State | None, State]:
    """The position before a ply and the one after it; the first ply has none before."""
    return None if row is None else state_at(match, ply - 1), state_at(match, ply)


def _reader(match: Match, user: User | None) -> tuple[Seat | None, int | None]:
    """The viewer's seat, as one that owes nothing; None for a spectator."""
    own = seat_for(match, list(match.seats.all()), user) if user is not None else None
    if own is None:
        return None, None
    mine = copy.copy(own)
    mine.owes = False
    return mine, own.number


def _seats_then(match: Match, owing: set[int], *, now: bool) -> list[Seat]:
    seats = [copy.copy(seat) for seat in match.seats.all()]
    for seat in seats:
        seat.owes, seat.deadline = seat.number in owing, None
        if not now:
            seat.place, seat.autopilot = None, False
    return seats


def _readable(match: Match, number: int | None, **where: Any) -> QuerySet[Entry]:
    """Log entries that stand and that this seat may read: the one way this module reads the log."""
    return Entry.objects.filter(match=match, taken_back=False, **where).readable_by(number)


def _entries(match: Match, number: int | None, *, last: int = 0, **where: Any) -> list[Entry]:
    """Oldest first."""
    rows = _readable(match, number, **where)
    return list(rows.order_by("-number")[:last])[::-1] if last else list(rows.order_by("number"))


def _step(scene: Scene, row: Ply | None, ply: int, presenter: Presenter) -> Step:
    """The ply in words, from what the log tells of it."""
    if row is None:
        return Step(ply)
    told = [entry for entry in scene.entries if entry.ply == ply]
    text = _words(scene, row, told, presenter)
    return Step(ply, row.seat, text, row.cause, presenter.changes(scene))


def _words(
    scene: Scene, row: Ply, told: Sequence[Entry | Line], presenter: Presenter
) -> SafeString:
    """What the log tells of a ply; where it doesn't name the mover's own part, that first."""
    names = [seat_name(seat) for seat in scene.seats]
    texts = [presenter.sentence(entry, names) for entry in told]
    if not any(entry.seat == row.seat and text for entry, text in zip(told, texts, strict=True)):
        move = None if _is_masked(scene, row) else parse_move(row.move)
        texts.insert(0, presenter.did(move, names[row.seat]))
    return format_html_join(" ", "{}", ((text,) for text in texts if text))


def _is_masked(scene: Scene, row: Ply) -> bool:
    return scene.match.is_running and is_hidden(row, Reader(scene.number))


def undone(match: Match, user: User | None, ply: int, presenter: Presenter) -> list[Told]:
    """What the log tells this person since a ply, without what the site did: that stays."""
    names = [seat_name(seat) for seat in match.seats.all()]
    entries = _entries(match, _reader(match, user)[1], ply__gt=ply)
    told = [
        (whose(entry), presenter.sentence(entry, names))
        for entry in entries
        if not is_platform(entry)
    ]
    return [(sign, text) for sign, text in told if text]


def return_to(
    match: Match, user: User | None, ply: int, presenter: Presenter
) -> tuple[Scene, list[Change]]:
    """The position a take-back leads to, and what would be counted otherwise than now."""
    shown = scene_at(match, user, ply, presenter)
    now = game_of(match).view(position(match), shown.number)
    shown.before = now
    changes = presenter.changes(shown)
    shown.before = shown.view  # nothing on the board is new
    return shown, changes


def chapters(scene: Scene, presenter: Presenter, ply: int = -1) -> list[Chapter]:
    """Where the parts of the match begin, as far as its reader may know; to jump there."""
    if not presenter.chapters:
        return []
    rows = _readable(scene.match, scene.number, kind__in=presenter.chapters)
    found = [
        Chapter(number, at)
        for number, at in enumerate(rows.order_by("number").values_list("ply", flat=True), 1)
    ]
    begun = [chapter for chapter in found if chapter.ply <= ply]
    if begun:
        begun[-1].now = True
    return found


@dataclass
class Noted:
    """A move as the record writes it, and what it did."""

    ply: int
    seat: int
    name: str
    code: str
    text: SafeString
    by_computer: bool


def notation(match: Match, user: User | None, presenter: Presenter) -> list[Noted]:
    """Every move that stands, in code and in words, as far as its reader may know."""
    scene = whole_log(match, user, presenter)
    told: dict[int, list[Entry | Line]] = {}
    for entry in scene.entries:
        told.setdefault(entry.ply, []).append(entry)
    return [
        Noted(
            row.number,
            row.seat,
            seat_name(scene.seats[row.seat]),
            row.masked if _is_masked(scene, row) else row.move,
            _words(scene, row, told.get(row.number, ()), presenter),
            row.cause == AUTOPILOT,
        )
        for row in Ply.objects.filter(match=match, taken_back=False).order_by("number")
    ]


def whole_log(match: Match, user: User | None, presenter: Presenter) -> Scene:
    """Everything this person may read of what happened; no position."""
    own, number = _reader(match, user)
    seats = list(match.seats.all())
    shown = Scene(match, seats, own, {}, {}, entries=_entries(match, number))
    shown.trace = reverse("match_replay", args=[match.code])
    return shown
