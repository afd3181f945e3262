"""Matches for tests: opened, started, played on by the greedy player."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.demo.people import play
from games.models import Match
from games.services.tables import lobby
from games.terms.charter import Charter
from outbox.models import Effect
from outbox.services import run


def open_table(creator: User, *others: User, size: int = 2, **charter: Any) -> Match:
    match = lobby.create(user=creator, charter=Charter(size=size, **charter))
    for user in others:
        match = lobby.join(code=match.code, user=user)
    return match


def running(*users: User, **charter: Any) -> Match:
    charter.setdefault("options", {"rounds": 1})
    return open_table(users[0], *users[1:], size=len(users), **charter)


def finished(*users: User, **charter: Any) -> Match:
    match = play(running(*users, **charter), 2000)
    assert match.status == Match.Status.FINISHED
    return match


def carry_out(kind: str = "invitation") -> None:
    """What the workers do with effects of one kind."""
    for pk in list(Effect.objects.filter(kind=kind, done_at=None).values_list("pk", flat=True)):
        assert run(pk)


def queries(client: Client, url: str) -> int:
    """How many queries a page costs; asked once before, so that nothing is done the first time."""
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(connection) as found:
        assert client.get(url).status_code == 200
    return len(found)
