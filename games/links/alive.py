"""Does a link still hold? The one place that says so, for pages and, under the lock, services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from accounts.models import User
from games.links.tokens import BadLink, Ticket, place_of, stamped
from games.models import Entry, Match, Ply, Seat
from games.models.play import CLOCK
from games.selectors.access import with_people

# Why a link is dead.
ACCOUNT: Final = "account"  # the account is closed
DETAILS: Final = "details"  # password, address or sessions changed
OVER: Final = "over"
SEAT: Final = "seat"  # somebody else sits there, or the player left
TIME: Final = "time"  # ran out
TAKEN: Final = "taken"  # the player has taken this turn
MOVED: Final = "moved"  # the match is elsewhere

# What these reasons tell about a match, its player may know; the others tell nothing.
SILENT: Final = (ACCOUNT, DETAILS)


class LinkDead(Exception):
    """The link was good once."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass
class Decision:
    """What a link is about. `dead` says why it no longer holds, "" if it does."""

    ticket: Ticket
    user: User
    match: Match
    seats: list[Seat]
    seat: Seat
    dead: str


def decision_of(ticket: Ticket) -> Decision:
    """The match as it is now, whether the link still holds or not."""
    user = User.objects.filter(pk=ticket.user).first()
    code = code_of(ticket)
    if user is None or code is None:
        raise BadLink  # signed by us, but of another database
    match = with_people(code)
    seats = list(match.seats.all())
    seat = next(seat for seat in seats if seat.pk == ticket.seat)
    return Decision(
        ticket, user, match, seats, seat, death(ticket, user, match, seats, timezone.now())
    )


def code_of(ticket: Ticket) -> str | None:
    return Seat.objects.filter(pk=ticket.seat).values_list("match__code", flat=True).first() or None


def death(
    ticket: Ticket, user: User | None, match: Match, seats: Sequence[Seat], now: datetime
) -> str:
    """Why this link does nothing any more; "" while it still holds."""
    if user is None or not user.is_active or user.is_former:
        return ACCOUNT
    if not stamped(user, ticket.stamp):
        return DETAILS
    seat = next((seat for seat in seats if seat.pk == ticket.seat), None)
    if seat is None or seat.user_id != user.pk:
        return SEAT
    if seat.autopilot:
        return TIME if _timed_out(match, seat) else SEAT
    if not match.is_running:
        own = _own_turn(ticket, match, seat, last=True)
        return OVER if own is None else TIME if own.cause == CLOCK else TAKEN
    if match.ply != ticket.ply or place_of(match) != ticket.place:
        own = _own_turn(ticket, match, seat)
        return MOVED if own is None else TIME if own.cause == CLOCK else TAKEN
    if not seat.owes:
        return MOVED
    # The deadline decides, not the sweep that notices it.
    return TIME if seat.deadline is not None and seat.deadline <= now else ""


def _timed_out(match: Match, seat: Seat) -> bool:
    return Entry.objects.filter(match=match, seat=seat.number, kind="!timeout").exists()


def _own_turn(ticket: Ticket, match: Match, seat: Seat, *, last: bool = False) -> Ply | None:
    """What came next, if it was this player's own doing, and with `last` the end of the match.

    Or the clock's for them: then their time was up.
    """
    number = match.ply if last else ticket.ply + 1
    own = Ply.objects.filter(match=match, number=number, seat=seat.number, taken_back=False)
    return (own.filter(turn=ticket.ply + 1) if last else own).first()


def next_named(ticket: Ticket, user: User) -> tuple[Seat, tuple[int, ...]] | None:
    """The next match named in the same mail that waits for its reader, and those after it."""
    waiting = {
        seat.pk: seat
        for seat in Seat.objects.filter(
            pk__in=ticket.also, user=user, owes=True, autopilot=False,
            match__status=Match.Status.RUNNING,
        ).select_related("match")
    }  # fmt: skip
    now = timezone.now()
    for index, pk in enumerate(ticket.also):
        seat = waiting.get(pk)
        if seat is not None and (seat.deadline is None or seat.deadline > now):
            return seat, ticket.also[index + 1 :]
    return None
