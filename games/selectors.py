"""What is known about matches. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet

from accounts.models import User
from engine.core.types import Log, State, parse_move
from games.errors import NotAllowed
from games.models import Entry, Film, Match, Ply, Seat, Snapshot
from games.positions import game_of


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    people = Seat.objects.select_related("user").order_by("number")
    return matches.defer("state", "origin").prefetch_related(Prefetch("seats", people))


def waiting_for(user: User) -> QuerySet[Seat]:
    """Seats where this player owes a decision: the nearest deadline first, skipped ones last."""
    return (
        Seat.objects.filter(user=user, owes=True, autopilot=False)
        .filter(match__status=Match.Status.RUNNING)
        .order_by(F("skipped_at").asc(nulls_first=True), "deadline", "pk")
    )


def waiting_turns(user: User) -> int:
    return waiting_for(user).count()


def match_for(code: str, user: User | None, *, token: str = "") -> Match:
    """The match, if this person may see it. Raises Match.DoesNotExist or NotAllowed."""
    match = with_seats(Match.objects.all()).defer(None).defer("origin").get(code=code)
    if may_see(match, user, token=token):
        return match
    raise NotAllowed("private")


def may_see(match: Match, user: User | None, *, token: str = "") -> bool:
    """Players always, the invited until it starts; others by visibility and word on spectators."""
    known = user is not None and user.is_authenticated
    if known and any(seat.user_id == user.pk for seat in match.seats.all()):
        return True
    if match.started_at is None and match.visibility == Match.Visibility.INVITED:
        # A mail is good for one person: once used, it is theirs and opens nothing to others.
        asked = Q(user=user) if known else Q(pk=None)
        if token:
            asked |= Q(token=token, user=None)
        return match.invitations.filter(asked).exists()
    if match.started_at is None:  # open, or closed before it began
        return not match.hot_seat
    return match.spectators and match.visibility == Match.Visibility.PUBLIC and not match.hot_seat


def log_for(match: Match, number: int | None, *, upto: int | None = None) -> list[Entry]:
    """Log entries this seat may read; None is a spectator."""
    rows = Entry.objects.filter(match=match, taken_back=False).order_by("number")
    if upto is not None:
        rows = rows.filter(ply__lte=upto)
    return [e for e in rows if e.to is None or (number is not None and number in e.to)]


def state_at(match: Match, ply: int) -> State:
    """The position after a ply: from the nearest snapshot before it, the rest replayed."""
    game = game_of(match)
    start, raw = _nearest(match, ply)
    state: State = game.load(raw)
    quiet = Log(on=False)
    rows = Ply.objects.filter(match=match, number__gt=start, number__lte=ply, taken_back=False)
    for row in rows.order_by("number"):
        game.play_unchecked(state, row.seat, parse_move(row.move), quiet)
    return state


def _nearest(match: Match, ply: int) -> tuple[int, Any]:
    film = Film.objects.filter(match=match).first()
    if film is not None:
        from games.services.finish import unpack

        return max((f for f in unpack(film) if f[0] <= ply), key=lambda f: f[0])
    row = Snapshot.objects.filter(match=match, ply__lte=ply).order_by("-ply").first()
    if row is not None:
        return row.ply, row.state
    return match.origin_ply, match.origin


def due_seats(now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(Q(owes=True) & Q(deadline__lte=now))
