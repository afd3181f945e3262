"""What is known about matches. Nothing here writes."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from engine.core.types import Log, State, parse_move
from games.errors import NotAllowed
from games.models import Film, Match, Ply, Seat, Snapshot
from games.positions import game_of
from ops.sql import Rows, scalar

MATCH = Rows(Match, "WHERE code = %s", without=("origin",))
SEATS = Rows(Seat, "WHERE match_id = %s ORDER BY number")
PEOPLE = Rows(User, "WHERE id IN (SELECT user_id FROM games_seat WHERE match_id = %s)")


def waiting_for(user: User) -> QuerySet[Seat]:
    """Seats where this player owes a decision: the nearest deadline first, skipped ones last."""
    return (
        Seat.objects.filter(user=user, owes=True, autopilot=False)
        .filter(match__status=Match.Status.RUNNING)
        .order_by(F("skipped_at").asc(nulls_first=True), "deadline", "pk")
    )


def waiting_turns(user: User) -> int:
    """How many of `waiting_for`; every page shows it, so its statement is written out."""
    return int(
        scalar(
            "SELECT count(*) FROM games_seat JOIN games_match ON games_match.id = match_id "
            "WHERE user_id = %s AND owes AND NOT autopilot AND status = 'running'",
            user.pk,
        )
    )


def match_for(code: str, user: User | None, *, token: str = "") -> Match:
    """The match, if this person may see it. Raises Match.DoesNotExist or NotAllowed."""
    match = _with_people(code)
    if may_see(match, user, token=token):
        return match
    raise NotAllowed("private")


def _with_people(code: str) -> Match:
    """The match with its seats and their players at hand, as if they had been prefetched."""
    found = MATCH.fetch(code)
    if not found:
        raise Match.DoesNotExist
    match = found[0]
    people = {user.pk: user for user in PEOPLE.fetch(match.pk)}
    seats = SEATS.fetch(match.pk)
    for seat in seats:
        seat.match = match
        seat.user = people[seat.user_id] if seat.user_id is not None else None
    held = Seat.objects.all()
    held._result_cache = seats
    held._prefetch_done = True  # type: ignore[attr-defined]
    match._prefetched_objects_cache = {"seats": held}  # type: ignore[attr-defined]
    return match


def may_see(match: Match, user: User | None, *, token: str = "") -> bool:
    """Players always; others by the table's visibility and its word on spectators."""
    if user is not None and user.is_authenticated:
        if any(seat.user_id == user.pk for seat in match.seats.all()):
            return True
        if match.invitations.filter(user=user).exists():
            return True
    if token and match.invitations.filter(token=token).exists():
        return True
    if match.is_open:
        return match.visibility != Match.Visibility.INVITED and not match.hot_seat
    return match.spectators and match.visibility == Match.Visibility.PUBLIC and not match.hot_seat


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
