"""What accounts ask of matches: data to take along, what goes with an identity, guests to keep,
and what a profile shows.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from accounts.models import User
from games.models import Invitation, Match, Message, Mute, Note, Ply, Report, Seat
from games.selectors import listings
from games.selectors.invitations import addressed_to
from games.selectors.records import Reader, is_hidden
from games.services.tables import departures

Rows = list[dict[str, Any]]


def matches(user: User) -> Rows:
    """Matches one sat in, with one's own moves; nobody else's secrets.

    Nobody else is also the computer that finishes for a player who left.
    """
    seats = list(
        Seat.objects.filter(user=user).select_related("match").defer("match__state").order_by("pk")
    )
    moves: dict[tuple[int, int], list[str]] = {}
    running = {s.match_id for s in seats if s.match.is_running}
    mine = {(s.match_id, s.number) for s in seats}
    plies = Ply.objects.filter(match__in=[s.match_id for s in seats]).order_by("pk")
    for ply in plies.defer("link", "at").iterator():
        key = (ply.match_id, ply.seat)
        if key in mine:
            hidden = ply.match_id in running and is_hidden(ply, Reader(ply.seat))
            moves.setdefault(key, []).append(ply.masked if hidden else ply.move)
    return [
        {
            "code": seat.match.code,
            "title": seat.match.title,
            "name": seat.match.name,
            "status": seat.match.status,
            "seat": seat.number,
            "nonce": seat.nonce,
            "joined": seat.joined_at,
            "finished": seat.match.finished_at,
            "place": seat.place,
            "score": seat.score,
            "left": seat.autopilot,
            "moves": moves.get((seat.match_id, seat.number), []),
        }
        for seat in seats
    ]


def messages(user: User) -> dict[str, Rows]:
    said = Message.objects.filter(author=user).values("match__code", "room", "text", "at")
    told = Report.objects.filter(reporter=user).values("message__match__code", "reason", "at")
    muted = Mute.objects.filter(user=user).values("muted__username")
    return {
        "messages": [dict(row) for row in said],
        "reports": [dict(row) for row in told],
        "muted": [dict(row) for row in muted],
        "invited_by": _received(user),
        "invitations": _sent(user),
    }


def _sent(user: User) -> Rows:
    """As the table's page shows them: no more than one typed, until somebody sits."""
    rows = user.sent_invitations.select_related("user", "match").order_by("pk")
    return [
        {
            "match": row.match.code,
            "to": row.user.username if row.user is not None else row.email,
            "at": row.created_at,
        }
        for row in rows
    ]


def _received(user: User) -> Rows:
    rows = Invitation.objects.filter(addressed_to(user)).order_by("pk")
    found = rows.values("match__code", "sender__username", "created_at", "answered_at")
    return [dict(row) for row in found]


def notes(user: User) -> Rows:
    rows = Note.objects.filter(author=user).values("match__code", "text", "updated_at")
    return [dict(row) for row in rows]


def leave_matches(user: User) -> None:
    """Nobody whose account is gone sits at a table or is to move."""
    departures.leave_all(user=user)
    Seat.objects.filter(user=user).update(seen_message=0)


def forget_company(user: User) -> None:
    """Messages stay with the match: their author is a former player from now on."""
    Note.objects.filter(author=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(sender=user)).delete()
    Mute.objects.filter(Q(user=user) | Q(muted=user)).delete()


PROFILE = 12


def profile_matches(player: User, viewer: User | None) -> tuple[str, dict[str, Any]] | None:
    """What is under way and how the latest matches ended. Of who is gone nothing is told."""
    if player.is_former:
        return None
    running = listings.of_player(player, viewer, show=Match.Status.RUNNING, limit=PROFILE)
    ended = listings.of_player(player, viewer, show=Match.Status.FINISHED, limit=PROFILE)
    if not running and not ended:
        return None
    return "games/_profile_matches.html", {"running": running, "ended": ended}


def keep_players(users: set[int]) -> set[int]:
    """Guests who sit in a running match are still needed."""
    seats = Seat.objects.filter(
        user_id__in=users, match__status=Match.Status.RUNNING, autopilot=False
    )
    return set(seats.values_list("user_id", flat=True))
