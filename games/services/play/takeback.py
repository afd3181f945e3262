"""Taking committed plies back: only if everyone agrees, never across a barrier.

Nothing is removed. The plies stay in the record, masked, and a platform line says where play
returned to; the log goes on from there. Requests are kept only while they matter: open, granted, or
refused, so that nobody is asked twice about the same turn.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Draft, Entry, Match, Ply, Seat, Snapshot, TakeBack
from games.selectors import takebacks
from games.selectors.positions import game_of
from games.selectors.snapshots import state_at
from games.services import effects
from games.services.nudges import TAKE_BACK
from games.services.play import commit
from games.services.play.remarks import remark
from ops.sql import Batch, Rows

OPEN = Rows(TakeBack, "WHERE match_id = %s AND closed_at IS NULL AND at_ply = %s")


@transaction.atomic
def ask(*, code: str, user: User, seen: int | None = None) -> TakeBack:
    """Ask to return to before one's own last committed turn.

    `seen` is the ply at which the asker was shown what that undoes.
    """
    match, seats, seat = _at_table(code, user)
    if seen is not None and seen != match.ply:
        raise Stale
    # A move was made since: nobody needs to answer those any more.
    TakeBack.objects.filter(match=match, closed_at=None).exclude(at_ply=match.ply).delete()
    if open_request(match) is not None:
        raise NotAllowed("already-asked")
    request = TakeBack.objects.create(
        match=match,
        seat=seat.number,
        to_ply=takebacks.target(match, seat),
        at_ply=match.ply,
        agreed=[seat.number],
    )
    if set(request.agreed) >= voters(seats):
        _grant(match, seats, request)
    else:
        effects.tell(match, effects.TAKE_BACK, seats, but=user.pk, seat=seat.number, ply=match.ply)
    effects.nudge(match, TAKE_BACK)
    return request


@transaction.atomic
def answer(*, code: str, user: User, agree: bool) -> TakeBack:
    """Agree, or refuse for everybody. The asker withdraws by refusing, and may ask again."""
    match, seats, seat = _at_table(code, user)
    request = open_request(match)
    if request is None:
        raise Stale
    if not agree:
        request.closed_at = timezone.now()
        if seat.number == request.seat:
            request.delete()
        else:
            request.save(update_fields=["closed_at"])
    elif seat.number not in request.agreed:
        request.agreed = [*request.agreed, seat.number]
        request.save(update_fields=["agreed"])
    if agree and set(request.agreed) >= voters(seats):
        _grant(match, seats, request)
    effects.nudge(match, TAKE_BACK)
    return request


def recount(match: Match, seats: list[Seat]) -> None:
    """Somebody is gone: their request goes with them, and nobody waits for their consent."""
    request = open_request(match)
    if request is None:
        return
    if request.seat not in voters(seats):
        request.delete()
    elif set(request.agreed) >= voters(seats):
        _grant(match, seats, request)


def open_request(match: Match) -> TakeBack | None:
    """The request everyone is asked about: it holds for the position it was made in only."""
    return next(iter(OPEN.fetch(match.pk, match.ply)), None)


def voters(seats: list[Seat]) -> set[int]:
    """Whose consent it takes: people who are still at the table."""
    return {seat.number for seat in seats if seat.user_id and not seat.autopilot}


def _at_table(code: str, user: User) -> tuple[Match, list[Seat], Seat]:
    match = commit.lock(code)
    if not match.is_running:
        raise TableClosed
    seats = commit.seats_of(match)
    seat = next((s for s in seats if s.user_id == user.pk and not s.autopilot), None)
    if seat is None:
        raise NotAllowed("not-seated")
    return match, seats, seat


def _grant(match: Match, seats: list[Seat], request: TakeBack) -> None:
    now = timezone.now()
    game = game_of(match)
    target = request.to_ply
    state = state_at(match, target)
    _mask(match, target)
    last = Ply.objects.filter(match=match, number=target, taken_back=False).first()
    match.chain = last.link if last else match.segments[0]["link"]
    match.state = game.dump(state)
    batch = Batch()
    commit.write_position(match, state, [], now, batch)
    remark(match, "takeback", now, seat=request.seat, to=target)
    asked = commit.questions(game, state)
    before = effects.owing(seats)
    for seat in seats:
        seat.owes, seat.answers = seat.number in asked, bool(asked.get(seat.number))
        seat.deadline = None
        if seat.owes:
            seat.deadline = commit.deadline_of(match, seat, now, answer=seat.answers)
        seat.skipped_at = None
        seat.drafted = False
        seat.revision += 1
        seat.seen_ply = min(seat.seen_ply, target)
    Seat.objects.bulk_update(
        seats, ["owes", "answers", "deadline", "skipped_at", "drafted", "revision", "seen_ply"]
    )
    commit.save_position(match, batch)
    batch.send()
    request.granted = True
    request.closed_at = now
    request.save(update_fields=["granted", "closed_at"])
    effects.position_changed(match, seats, before=before)


def _mask(match: Match, target: int) -> None:
    """Hide what came after a ply. What the platform did to the match did happen and stays."""
    Ply.objects.filter(match=match, number__gt=target).update(taken_back=True)
    later = Entry.objects.filter(match=match, ply__gt=target)
    platform = Q(kind__startswith="!")
    later.exclude(platform).update(taken_back=True)
    later.filter(platform).update(ply=target)
    Snapshot.objects.filter(match=match, ply__gt=target).delete()
    Draft.objects.filter(match=match).delete()
    # Other turns will be played from here; what was refused about the old ones is moot.
    TakeBack.objects.filter(match=match, granted=False, to_ply__gte=target).exclude(
        closed_at=None
    ).delete()
