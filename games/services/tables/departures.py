"""Leaving every table at once, because the account goes."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.models import Match, Seat
from games.services.play import clocks, commit
from games.services.tables import lobby


@transaction.atomic
def leave_all(*, user: User) -> None:
    """Open tables close, free seats open up, running matches are finished by the computer.

    The caller holds the player's row (`accounts.locks`), so no seat can be added meanwhile. What a
    table is counts when it is locked: the last seat may have been taken since it was found.
    """
    live = (Match.Status.OPEN, Match.Status.RUNNING)
    seats = Seat.objects.filter(user=user, autopilot=False, match__status__in=live)
    tables = Match.objects.filter(pk__in=seats.values("match_id")).order_by("pk")
    for code in list(tables.values_list("code", flat=True)):
        match = commit.lock(code)
        if not match.seats.filter(user=user, autopilot=False).exists():
            continue
        if match.is_open:
            lobby.leave(code=code, user=user)
        elif match.is_running:
            clocks.leave_running(code=code, user=user)
