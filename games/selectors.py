"""What is known about matches. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Prefetch, Q, QuerySet

from accounts.models import User
from engine.core.types import State
from games.errors import NotAllowed
from games.models import Entry, Film, Invitation, Match, Ply, Seat, Snapshot
from games.positions import replayed

LISTED = 50


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    people = Seat.objects.select_related("user").order_by("number")
    return matches.defer("state", "origin").prefetch_related(Prefetch("seats", people))


def open_tables(
    *, user: User | None, title: str = "", size: int = 0, rated: str = "", days: int = 0
) -> list[Match]:
    """Public tables with a free seat, newest first, filtered as the lobby asks."""
    tables = Match.objects.filter(
        status=Match.Status.OPEN, visibility=Match.Visibility.PUBLIC, hot_seat=False
    )
    if title:
        tables = tables.filter(title=title)
    if size:
        tables = tables.filter(size=size)
    if rated in ("yes", "no"):
        tables = tables.filter(rated=rated == "yes")
    if days:
        tables = tables.filter(days_per_turn=days)
    tables = tables.annotate(taken=Count("seats")).filter(taken__lt=F("size"))
    return list(with_seats(tables.order_by("-created_at"))[:LISTED])


def waiting_for(user: User) -> QuerySet[Seat]:
    """Seats where this player owes a decision: the nearest deadline first, skipped ones last."""
    return (
        Seat.objects.filter(user=user, owes=True, autopilot=False)
        .filter(match__status=Match.Status.RUNNING)
        .order_by(F("skipped_at").asc(nulls_first=True), "deadline", "pk")
    )


def waiting_turns(user: User) -> int:
    return waiting_for(user).count()


@dataclass
class Home:
    waiting: list[Match]
    others: list[Match]
    open: list[Match]
    invitations: list[Invitation]
    results: list[Match]


def home(user: User) -> Home:
    """The player's own page: what waits for them, for others, and what ended lately."""
    mine = with_seats(Match.objects.filter(seats__user=user).distinct())
    waiting_ids = list(waiting_for(user).values_list("match_id", flat=True)[:LISTED])
    by_id = {m.pk: m for m in with_seats(Match.objects.filter(pk__in=waiting_ids))}
    running = mine.filter(status=Match.Status.RUNNING).exclude(pk__in=waiting_ids)
    return Home(
        waiting=[by_id[pk] for pk in dict.fromkeys(waiting_ids)],
        others=list(running.order_by("-moved_at")[:LISTED]),
        open=list(mine.filter(status=Match.Status.OPEN).order_by("-created_at")[:LISTED]),
        invitations=list(
            Invitation.objects.filter(
                user=user, answered_at=None, match__status=Match.Status.OPEN
            ).select_related("match", "sender")[:LISTED]
        ),
        results=list(mine.filter(status=Match.Status.FINISHED).order_by("-finished_at")[:10]),
    )


def match_for(code: str, user: User | None, *, token: str = "") -> Match:
    """The match, if this person may see it. Raises Match.DoesNotExist or NotAllowed."""
    match = with_seats(Match.objects.all()).defer(None).defer("origin").get(code=code)
    if may_see(match, user, token=token):
        return match
    raise NotAllowed("private")


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


def log_for(match: Match, number: int | None, *, upto: int | None = None) -> list[Entry]:
    """Log entries this seat may read; None is a spectator."""
    rows = Entry.objects.filter(match=match, taken_back=False).order_by("number")
    if upto is not None:
        rows = rows.filter(ply__lte=upto)
    return [e for e in rows if e.to is None or (number is not None and number in e.to)]


def state_at(match: Match, ply: int) -> State:
    """The position after a ply: from the nearest snapshot before it, the rest replayed."""
    start, raw = stored_at(match, ply)
    rows = Ply.objects.filter(match=match, number__gt=start, number__lte=ply, taken_back=False)
    return replayed(match, start, raw, rows.order_by("number"))


def stored_at(match: Match, ply: int) -> tuple[int, Any]:
    """The nearest stored position at or before a ply, as it was stored."""
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
