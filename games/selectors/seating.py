"""Who sits at a table, and whom it admits. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.models import Invitation, Match, Seat
from games.selectors.invitations import addressed_to


def only_person(match: Match, seats: Iterable[Seat]) -> Seat | None:
    """The seat of the one person who plays against computers alone, None if it isn't like that."""
    found = list(seats)
    people = [seat for seat in found if seat.user_id is not None]
    if match.hot_seat or len(found) < match.size or len(people) != 1 or match.size < 2:
        return None
    return people[0]


def guests_welcome(match: Match) -> bool:
    """May guests sit down without being invited? Only where a guest is the host, or by the link.

    They may vanish at any time, so whoever opened a table decides whether to wait for one.
    """
    if match.rated or match.visibility == Match.Visibility.INVITED:
        return False
    return match.visibility == Match.Visibility.LINK or match.creator.is_guest


def needs_account(match: Match, user: User | None, *, token: str = "") -> bool:
    """Is this a guest, or a visitor who'd become one, whom the table doesn't admit?"""
    if (user is not None and not user.is_guest) or guests_welcome(match):
        return False
    if match.rated:
        return True
    asked = Q(token=token, user=None) if token else Q(pk=None)
    if user is not None:
        asked |= addressed_to(user)
    return not match.invitations.filter(asked).exists()


def closed_to_guests(user: User | None) -> Q:
    """The same for lists of public tables, as a condition."""
    uninvited = Q(creator__is_guest=False)
    if user is not None:
        asked = Invitation.objects.filter(addressed_to(user), match=OuterRef("pk"))
        uninvited &= ~Q(Exists(asked))
    return Q(rated=True) | uninvited
