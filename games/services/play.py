"""Taking a turn: a private draft, undone at will, committed by Confirm.

Every call names the decision its page answered (`at` = frame id and seat revision). If the seat has
moved on since, nothing happens and the caller shows the position as it is now.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.core.errors import NotYourDecision
from engine.core.types import parse_move
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Draft, Match, Seat
from games.positions import END, Preview, add, game_of, preview
from games.services import clocks, commit

LONGEST_DRAFT = 60
Given = ParamSpec("Given")


def at_of(seat: Seat, found: Preview) -> str:
    """What a page must bring back to prove which decision it answers."""
    return f"{found.frame_id}.{seat.revision}"


@dataclass
class Turn:
    """Where the seat stands after a request; the next one must bring `at` along."""

    match: Match
    at: str
    drafted: bool


class OutOfTime(Exception):
    """A deadline has passed; what is due comes first, in a transaction of its own."""


def _due_first(service: Callable[Given, Turn]) -> Callable[Given, Turn]:
    """The deadline decides, not the sweep that notices it: settle, then refuse as stale."""

    @wraps(service)
    def settled(*args: Given.args, **given: Given.kwargs) -> Turn:
        try:
            with transaction.atomic():
                return service(*args, **given)
        except OutOfTime:
            clocks.settle(code=str(given["code"]))
            raise Stale from None

    return settled


@_due_first
def submit(*, code: str, user: User, moves: Sequence[str], at: str, confirm: bool = False) -> Turn:
    """Add moves to the seat's draft, all or none; with `confirm`, commit if the turn is whole."""
    parsed = [parse_move(text) for text in moves]
    match, seats, seat, draft = _open(code, user)
    found = look(match, seat, draft)
    _require_fresh(seat, found, at)
    game = game_of(match)
    if len(found.moves) + len(parsed) > LONGEST_DRAFT:
        raise NotAllowed("draft-too-long")
    for move in parsed:
        add(game, found, seat.number, move)
    if confirm and found.parked is not None and seat.owes:
        return _commit(match, seats, seat, found, drafted=draft is not None)
    return _keep(match, seat, found)


@_due_first
def undo(*, code: str, user: User, at: str, everything: bool = False) -> Turn:
    """Drop the last move of the draft, or all of it."""
    match, _seats, seat, draft = _open(code, user)
    found = look(match, seat, draft)
    _require_fresh(seat, found, at)
    kept = [] if everything else found.moves[:-1]
    game = game_of(match)
    shorter = look(match, seat, None)
    for move in kept:
        add(game, shorter, seat.number, move)
    return _keep(match, seat, shorter)


@_due_first
def confirm(*, code: str, user: User, at: str) -> Turn:
    """Commit the draft. A turn that only lacks its `end` gets it."""
    match, seats, seat, draft = _open(code, user)
    found = look(match, seat, draft)
    _require_fresh(seat, found, at)
    if not seat.owes:
        raise NotAllowed("not-your-turn-yet")  # the draft is kept and waits
    game = game_of(match)
    if found.fault is not None:
        raise Stale
    if found.parked is None:
        if END not in game.moves(found.state, seat.number):
            raise NotAllowed("turn-not-whole")
        add(game, found, seat.number, END)
    return _commit(match, seats, seat, found, drafted=draft is not None)


def look(match: Match, seat: Seat, draft: Draft | None) -> Preview:
    """The position this seat composes on: the table's, or the one ahead if it does not owe yet."""
    return preview(match, draft, plan_for=None if seat.owes else seat.number)


def seat_for(match: Match, seats: Sequence[Seat], user: User) -> Seat | None:
    """The user's seat. With pass and play, the seat whose turn it is."""
    mine = [seat for seat in seats if seat.user_id == user.pk and not seat.autopilot]
    if match.hot_seat:
        return next((seat for seat in mine if seat.owes), mine[0] if mine else None)
    return mine[0] if mine else None


def _open(code: str, user: User) -> tuple[Match, list[Seat], Seat, Draft | None]:
    match, seats = commit.lock_for_turn(code)
    if not match.is_running:
        raise TableClosed
    seat = seat_for(match, seats, user)
    if seat is None:
        raise NotAllowed("not-seated")
    if clocks.is_due(seats, timezone.now()):
        raise OutOfTime
    draft = None
    if seat.drafted:
        draft = Draft.objects.filter(match=match, seat=seat.number).first()
    return match, seats, seat, draft


def _require_fresh(seat: Seat, found: Preview, at: str) -> None:
    if at != at_of(seat, found):
        raise Stale


def _keep(match: Match, seat: Seat, found: Preview) -> Turn:
    Draft.objects.update_or_create(
        match=match,
        seat=seat.number,
        defaults={
            "moves": [str(move) for move in found.moves],
            "parked": found.parked is not None,
            "ply": match.ply,
            "updated_at": timezone.now(),
        },
    )
    seat.revision += 1
    Seat.objects.filter(pk=seat.pk).update(revision=seat.revision, drafted=True)
    return Turn(match, at_of(seat, found), bool(found.moves))


def _commit(
    match: Match, seats: Sequence[Seat], seat: Seat, found: Preview, *, drafted: bool
) -> Turn:
    if not seat.owes:
        raise NotYourDecision(seat.number, [other.number for other in seats if other.owes])
    state = commit.append(
        match, seats, seat.number, found.moves, base=found.base, clear_draft=drafted
    )
    at = at_of(seat, Preview(state, [], [])) if seat.owes else ""
    return Turn(match, at, drafted=False)
