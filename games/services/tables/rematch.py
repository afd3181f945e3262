"""Once more with the same people, each one seat further."""

from __future__ import annotations

from django.db import transaction

from accounts.locks import hold
from accounts.models import User
from engine.bots import registry
from games.errors import NotAllowed, TableClosed
from games.models import Match, Seat
from games.names import seat_name
from games.services.play import commit
from games.services.tables import invite, lobby
from games.terms.charter import same_again


@transaction.atomic
def ask(*, code: str, user: User) -> Match:
    """Open the next table, or sit down at it if somebody has opened it already."""
    # Whoever sat there is asked to the next table, and does not change any more.
    here = hold(user, *User.objects.filter(seats__match__code=code).distinct())
    match = commit.lock(code)
    if match.status != Match.Status.FINISHED:
        raise TableClosed
    seats = commit.seats_of(match)
    if not any(seat.user_id == user.pk for seat in seats):
        raise NotAllowed("not-seated")
    again = match.rematches.exclude(status=Match.Status.CANCELLED).order_by("pk").first()
    if again is not None:
        return again if not again.is_open else lobby.join(code=again.code, user=user)
    return _open(match, seats, user, here)


def _open(match: Match, seats: list[Seat], user: User, here: set[int]) -> Match:
    others = [s for s in seats if s.user_id and s.user_id != user.pk]
    # With people to wait for, the computer's seats are filled after the table is linked to the
    # match before: the order of seats follows from it.
    charter = same_again(match)
    if others:
        charter.visibility = Match.Visibility.INVITED
    if match.hot_seat:
        names = [seat_name(seat) if any(s.name for s in seats) else "" for seat in seats]
        rotated = names[1:] + names[:1]
        again = lobby.create(user=user, charter=charter, hot_seat=True, names=rotated)
        again.previous = match
        again.save(update_fields=["previous"])
        return again
    again = lobby.create(user=user, charter=charter)
    again.previous = match
    again.save(update_fields=["previous"])
    for seat in others:
        if seat.user is not None and seat.user_id in here:
            invite._ask(again, user, seat.user)
    for seat in [s for s in seats if s.bot]:
        again = lobby.add_bot(code=again.code, user=user, bot=registry.known(seat.bot))
    return again
