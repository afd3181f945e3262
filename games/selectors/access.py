"""What is known about matches. Nothing here writes."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch, Q, prefetch_related_objects

from accounts.models import User
from games.errors import NotAllowed
from games.models import Match, Seat
from games.selectors.invitations import addressed_to
from ops.sql import Rows

MATCH = Rows(Match, "WHERE code = %s", without=("origin",))
SEATS = Seat.objects.select_related("user").order_by("number")


def match_for(code: str, user: User | None, *, token: str = "") -> Match:
    """The match, if this person may see it. Raises Match.DoesNotExist or NotAllowed."""
    match = with_people(code)
    if may_see(match, user, token=token):
        return match
    raise NotAllowed("private")


def with_people(code: str) -> Match:
    """The match with its seats and their players at hand."""
    found = MATCH.fetch(code)
    if not found:
        raise Match.DoesNotExist
    # Django's own prefetch: a seat asked for in another order is still one of this match.
    prefetch_related_objects(found, Prefetch("seats", SEATS.all()))
    return found[0]


def title_at(code: str) -> str:
    """The slug of what is played there. Raises Match.DoesNotExist."""
    return str(Match.objects.values_list("title", flat=True).get(code=code))


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
    may_watch = match.visibility != Match.Visibility.INVITED and not match.hot_seat
    return match.spectators and may_watch


def seat_for(match: Match, seats: Sequence[Seat], user: User) -> Seat | None:
    """The user's seat. With pass and play, the seat whose turn it is."""
    mine = [seat for seat in seats if seat.user_id == user.pk and not seat.autopilot]
    if match.hot_seat:
        return next((seat for seat in mine if seat.owes), mine[0] if mine else None)
    return mine[0] if mine else None


def reader_of(match: Match, user: User | None) -> int | None:
    """As which seat somebody reads: also one they left, as far as they played it themselves."""
    if user is None:
        return None
    seats = list(match.seats.all())
    seat = seat_for(match, seats, user) or next((s for s in seats if s.user_id == user.pk), None)
    return None if seat is None else seat.number


def is_seated(match: Match, user: User | None) -> bool:
    return user is not None and any(seat.user_id == user.pk for seat in match.seats.all())
