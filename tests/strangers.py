"""Other people's matches, there in every test that has a database.

A site is never empty. What a page, a record, a picture, an export or a mail says must be the same
whoever else plays: with strangers around, a statement that forgot to say which match it means
shows.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TypeVar
from unittest import mock

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from accounts.models import User
from accounts.services import friends
from games.demo.people import play
from games.models import Match, Seat
from games.services import company
from games.services.tables import invite, lobby
from games.terms.charter import Charter
from mail.models import LocalMail
from notices.models import Notice
from outbox.models import Effect
from tests.conftest import make_player

NAMES = ("yann", "zora", "xeno")
# Nothing of theirs runs out while a test turns the clock forward.
LATER = datetime(2199, 1, 1, tzinfo=UTC)

_kept: dict[str, bytes] = {}
_last: dict[str, int] = {}
Row = TypeVar("Row", bound=Model)


def ours(model: type[Row]) -> QuerySet[Row]:
    """What the test made itself: all rows but the strangers'."""
    rows: QuerySet[Row] = model._default_manager.filter(pk__gt=_last.get(model._meta.db_table, 0))
    return rows


def move_in() -> None:
    """Once for each test database: played by the services, then kept for `stay`."""
    if not _here():  # a database that is used again has them
        with mock.patch("django.db.transaction.on_commit"):
            _live()
        # What they were told is not a test's business: tests count mails and effects.
        LocalMail.objects.all().delete()
        Effect.objects.all().delete()
        Notice.objects.update(planned_at=LATER)
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
                rows = b"".join(copy)
            if rows and table.split("_")[0] in ("accounts", "account", "games", "notices"):
                _kept[table] = rows
                cursor.execute(f'SELECT max(id) FROM "{table}"')
                _last[table] = cursor.fetchone()[0]


def stay() -> None:
    """Back again after a test that emptied every table."""
    if _here():
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in _kept.items():
            with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                copy.write(rows)


def _here() -> bool:
    return User.objects.filter(username=NAMES[0]).exists()


def _live() -> None:
    yann, zora, xeno = (make_player(name) for name in NAMES)
    friends.ask(asker=yann, asked=zora)
    over = _table(yann, zora, name="Strangers' regatta")
    play(over, 2000)
    quiet = _table(zora, yann, xeno, name="Strangers' secret", visibility="link")
    play(quiet, 2000)
    running = _table(zora, xeno, name="Strangers at sea", visibility="link")
    play(running, 20)
    watched = _table(xeno, yann, zora, name="Strangers in sight")
    play(watched, 9)
    waiting = lobby.create(
        user=yann, charter=Charter(size=3, name="Strangers' cove", visibility="invited")
    )
    invite.by_name(code=waiting.code, user=yann, name="xeno")
    invite.by_mail(code=waiting.code, user=yann, email="nobody-we-know@example.org")
    closed = lobby.create(user=xeno, charter=Charter(size=2, name="Strangers never met"))
    lobby.leave(code=closed.code, user=xeno)
    for match in (over, quiet, running, watched):
        company.say(match=match, user=zora, text=f"stranger talk at {match.code}")
        company.write_note(match=match, user=zora, text=f"stranger note on {match.code}")
    Seat.objects.filter(owes=True).update(deadline=LATER)
    Match.objects.filter(status=Match.Status.OPEN).update(expires_at=LATER)


def _table(*users: User, **charter: str) -> Match:
    terms = Charter(size=len(users), options={"rounds": 1}, **charter)  # type: ignore[arg-type]
    match = lobby.create(user=users[0], charter=terms)
    for user in users[1:]:
        match = lobby.join(code=match.code, user=user)
    return match
