"""Taking committed plies back: only if everyone agrees, never across a barrier.

Nothing is removed. The plies stay in the record, masked, and a platform line says where play
returned to; the log goes on from there.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Draft, Entry, Match, Ply, Seat, Snapshot, TakeBack
from games.nudges import TAKE_BACK
from games.positions import game_of
from games.selectors import state_at
from games.services import clocks, commit, effects
from ops.sql import Batch


@transaction.atomic
def ask(*, code: str, user: User) -> TakeBack:
    """Ask to return to before one's own last committed turn."""
    match, seats, seat = _at_table(code, user)
    if match.take_backs == Match.TakeBacks.NEVER:
        raise NotAllowed("no-take-backs")
    _close_lapsed(match)
    if open_request(match) is not None:
        raise NotAllowed("already-asked")
    target = _start_of_last_turn(match, seat)
    if target is None:
        raise NotAllowed("nothing-to-take-back")
    if Ply.objects.filter(match=match, number__gt=target, taken_back=False, barrier=True).exists():
        raise NotAllowed("behind-a-barrier")
    request = TakeBack.objects.create(
        match=match, seat=seat.number, to_ply=target, at_ply=match.ply, agreed=[seat.number]
    )
    if set(request.agreed) >= _voters(seats):
        _grant(match, seats, request)
    effects.nudge(match, TAKE_BACK)
    return request


@transaction.atomic
def answer(*, code: str, user: User, agree: bool) -> TakeBack:
    """Agree, or refuse for everybody. The asker may withdraw by refusing."""
    match, seats, seat = _at_table(code, user)
    request = open_request(match)
    if request is None:
        raise Stale
    if not agree:
        request.closed_at = timezone.now()
        request.save(update_fields=["closed_at"])
    elif seat.number not in request.agreed:
        request.agreed = [*request.agreed, seat.number]
        request.save(update_fields=["agreed"])
        if set(request.agreed) >= _voters(seats):
            _grant(match, seats, request)
    effects.nudge(match, TAKE_BACK)
    return request


def open_request(match: Match) -> TakeBack | None:
    """The request everyone is asked about: it holds for the position it was made in only."""
    return TakeBack.objects.filter(match=match, closed_at=None, at_ply=match.ply).first()


def _close_lapsed(match: Match) -> None:
    """A move was made since: nobody needs to answer any more."""
    TakeBack.objects.filter(match=match, closed_at=None).exclude(at_ply=match.ply).update(
        closed_at=timezone.now()
    )


def _at_table(code: str, user: User) -> tuple[Match, list[Seat], Seat]:
    match = commit.lock(code)
    if not match.is_running:
        raise TableClosed
    seats = commit.seats_of(match)
    seat = next((s for s in seats if s.user_id == user.pk and not s.autopilot), None)
    if seat is None:
        raise NotAllowed("not-seated")
    return match, seats, seat


def _voters(seats: list[Seat]) -> set[int]:
    return {seat.number for seat in seats if seat.user_id and not seat.autopilot}


def _start_of_last_turn(match: Match, seat: Seat) -> int | None:
    """The ply before this seat's last unbroken run of moves; None if it has not moved."""
    rows = Ply.objects.filter(match=match, taken_back=False, number__gt=match.origin_ply)
    target = None
    for number, mover in rows.order_by("-number").values_list("number", "seat")[:400]:
        if mover == seat.number:
            target = number - 1
        elif target is not None:
            break
    return target


def _grant(match: Match, seats: list[Seat], request: TakeBack) -> None:
    now = timezone.now()
    game = game_of(match)
    state = state_at(match, request.to_ply)
    Ply.objects.filter(match=match, number__gt=request.to_ply).update(taken_back=True)
    Entry.objects.filter(match=match, ply__gt=request.to_ply).update(taken_back=True)
    Snapshot.objects.filter(match=match, ply__gt=request.to_ply).delete()
    Draft.objects.filter(match=match).delete()
    clocks.note(match, "takeback", request.seat, now, to=request.to_ply)
    before = Ply.objects.filter(match=match, number=request.to_ply, taken_back=False).first()
    match.chain = before.link if before else match.segments[0]["link"]
    match.state = game.dump(state)
    batch = Batch()
    commit.write_position(match, state, [], now, batch)
    owed = set(game.to_act(state))
    for seat in seats:
        seat.owes = seat.number in owed
        seat.deadline = commit.deadline_of(match, seat, now) if seat.owes else None
        seat.revision += 1
    Seat.objects.bulk_update(seats, ["owes", "deadline", "revision"])
    commit.save_position(match, batch)
    batch.send()
    request.granted = True
    request.closed_at = now
    request.save(update_fields=["granted", "closed_at"])
    effects.position_changed(match, seats)
