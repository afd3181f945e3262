"""Time passing for notices: sweeps and workers, as a site does them."""

from __future__ import annotations

from datetime import datetime, timedelta

import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.selectors.turns import at_of
from games.services.play import turns
from notices.models import Delivery, Reader
from notices.services.sweep import sweep
from outbox.models import Effect
from outbox.services import run
from tests.games.play_helpers import look

START = datetime.fromisoformat("2026-03-02T12:00:00+00:00")


def work() -> None:
    """One sweep, and all that is due in the outbox."""
    sweep()
    due = Effect.objects.filter(kind="notice", done_at=None, given_up_at=None)
    for pk in list(due.filter(due_at__lte=timezone.now()).values_list("pk", flat=True)):
        run(pk)
    sweep()


def until(traveller: time_machine.Traveller, end: datetime, step: int = 60) -> None:
    """Let the clock run on, a sweep every `step` seconds."""
    while timezone.now() < end:
        traveller.shift(timedelta(seconds=step))
        work()


def wants(user: User, **chosen: object) -> Reader:
    reader, _new = Reader.objects.update_or_create(user=user, defaults=chosen)
    return reader


def letters(to: str = "") -> list[EmailMultiAlternatives]:
    found = [m for m in mail.outbox if not to or m.to == [f"{to}@example.org"]]
    return found  # type: ignore[return-value]


def pass_turn(match: Match) -> User:
    """Whoever owes passes, or does the first thing that ends their turn."""
    match.refresh_from_db()
    seat = match.seats.select_related("user").filter(owes=True).order_by("number")[0]
    assert seat.user is not None
    for _ in range(40):
        found = look(match, seat)
        from games.selectors.positions import game_of

        game = game_of(match)
        legal = game.moves(found.state, seat.number)
        move = next((m for m in game.passing if m in legal), legal[0])
        turns.submit(
            code=match.code, user=seat.user, moves=[str(move)], at=at_of(seat, found), confirm=True
        )
        match.refresh_from_db()
        seat.refresh_from_db()
        if not seat.owes:
            return seat.user
    raise AssertionError("a turn that never ends")


def states(user: User, kind: str, channel: str = "mail") -> list[tuple[str, str]]:
    rows = Delivery.objects.filter(user=user, notice__kind=kind, channel=channel)
    return list(rows.order_by("pk").values_list("state", "reason"))
