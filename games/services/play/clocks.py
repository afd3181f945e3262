"""Deadlines: simple days per turn, less for an answer. The deadline decides, not the sweep that
notices it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed, TableClosed
from games.models import Draft, Match, Seat
from games.models.play import CLOCK
from games.selectors.positions import game_of, position, preview
from games.services import effects
from games.services.play import bots, commit, finish, takeback
from games.services.play.remarks import remark

TIMEOUT, LEFT, LAPSE = "timeout", "left", "lapse"


def is_due(seats: Sequence[Seat], now: datetime) -> bool:
    return any(s.owes and s.deadline is not None and s.deadline <= now for s in seats)


@transaction.atomic
def settle(*, code: str) -> bool:
    """Deal with what is due in one match. True if anything was."""
    match = commit.lock(code)
    return match.is_running and settle_due(match, commit.seats_of(match), timezone.now())


def settle_due(match: Match, seats: Sequence[Seat], now: datetime) -> bool:
    """Under the match's lock: deal with every seat whose time is up. True if anything changed."""
    changed = False
    for seat in list(seats):
        if not match.is_running:
            break
        if seat.owes and seat.deadline is not None and seat.deadline <= now:
            changed = True
            if not _commit_whole_draft(match, seats, seat) and not _lapse(match, seats, seat, now):
                depart(match, list(seats), seat, TIMEOUT, now)
    return changed


def _commit_whole_draft(match: Match, seats: Sequence[Seat], seat: Seat) -> bool:
    """A draft that already ends the turn counts: its owner only forgot to press Confirm."""
    draft = Draft.objects.filter(match=match, seat=seat.number).first()
    if draft is None:
        return False
    found = preview(match, draft)
    if found.fault is not None or not found.whole:
        return False
    moves = found.moves
    draft.delete()
    commit.append(match, seats, seat.number, moves, cause=CLOCK)
    return True


def _lapse(match: Match, seats: Sequence[Seat], seat: Seat, now: datetime) -> bool:
    """A small question that was not answered in time is answered by the rules; nobody leaves."""
    state = position(match)
    move = game_of(match).lapse(state, seat.number)
    if move is None:
        return False
    remark(match, LAPSE, now, seat=seat.number)
    commit.append(
        match, seats, seat.number, [move], cause=CLOCK, base=state, clear_draft=seat.drafted
    )
    return True


def depart(match: Match, seats: list[Seat], seat: Seat, why: str, now: datetime) -> None:
    """A player is gone for good. With one person left there is nobody to play on for."""
    remark(match, why, now, seat=seat.number)
    others = [other for other in seats if other.pk != seat.pk]
    effects.tell(match, effects.LEFT, others, seat=seat.number, why=why)
    people = [s for s in seats if s.user_id and not s.autopilot and s.pk != seat.pk]
    if len(people) <= 1:
        seat.autopilot = True  # written down with the result
        finish.close(match, seats, position(match), now=now, ended=Match.End.ABANDONED)
    else:
        match.save(update_fields=["entries"])
        bots.hand_over(match, seats, seat)
        takeback.recount(match, seats)


@transaction.atomic
def leave_running(*, code: str, user: User) -> Match:
    """Leave a running match: the same as running out of time, at once."""
    match = commit.lock(code)
    if not match.is_running:
        raise TableClosed
    seats = commit.seats_of(match)
    mine = [seat for seat in seats if seat.user_id == user.pk and not seat.autopilot]
    if not mine:
        raise NotAllowed("not-seated")
    now = timezone.now()
    if match.hot_seat:
        finish.close(match, seats, position(match), now=now, ended=Match.End.ABANDONED)
    else:
        depart(match, seats, mine[0], LEFT, now)
    return match
