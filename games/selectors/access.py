"""What is known about matches. Nothing here writes."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Prefetch, Q, QuerySet, prefetch_related_objects

from accounts.models import User
from engine.core.types import State
from games.errors import NotAllowed
from games.models import Film, Match, Ply, Seat, Snapshot
from games.selectors.invitations import addressed_to
from games.selectors.positions import replayed
from ops.sql import Rows, scalar

MATCH = Rows(Match, "WHERE code = %s", without=("origin",))
SEATS = Seat.objects.select_related("user").order_by("number")


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
    """The match with its seats and their players at hand."""
    found = MATCH.fetch(code)
    if not found:
        raise Match.DoesNotExist
    # Django's own prefetch: a seat asked for in another order is still one of this match.
    prefetch_related_objects(found, Prefetch("seats", SEATS.all()))
    return found[0]


def may_see(match: Match, user: User | None, *, token: str = "") -> bool:
    """Players always, the invited until it starts; others by visibility and word on spectators."""
    known = user if user is not None and user.is_authenticated else None
    if known is not None and any(seat.user_id == known.pk for seat in match.seats.all()):
        return True
    if match.started_at is None and match.visibility == Match.Visibility.INVITED:
        # A mail is good for one person: once used, it is theirs and opens nothing to others.
        asked = Q(token=token, user=None) if token else Q(pk=None)
        if known is not None:
            asked |= addressed_to(known)
        return match.invitations.filter(asked).exists()
    if match.started_at is None:  # open, or closed before it began
        return not match.hot_seat
    return match.spectators and match.visibility == Match.Visibility.PUBLIC and not match.hot_seat


def state_at(match: Match, ply: int) -> State:
    """The position after a ply: from the nearest snapshot before it, the rest replayed."""
    start, raw = stored_at(match, ply)
    rows = Ply.objects.filter(match=match, number__gt=start, number__lte=ply, taken_back=False)
    return replayed(match, start, raw, rows.order_by("number"))


def stored_at(match: Match, ply: int) -> tuple[int, Any]:
    """The nearest stored position at or before a ply, as it was stored."""
    film = Film.objects.filter(match=match).first()
    if film is not None:
        from games.services.play.finish import unpack

        return max((f for f in unpack(film) if f[0] <= ply), key=lambda f: f[0])
    row = Snapshot.objects.filter(match=match, ply__lte=ply).order_by("-ply").first()
    if row is not None:
        return row.ply, row.state
    return match.origin_ply, match.origin
