"""Who is there and what they own, and a digest that is equal only if no row has changed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from django.contrib.sessions.backends.base import SessionBase
from django.db import connection
from django.utils import timezone

if TYPE_CHECKING:  # models can be imported only once Django is set up
    from accounts.models import User
    from games.models import Match

ROLES = ("nobody", "guest", "stranger", "seated", "opener", "staff")
STATES = ("open", "running", "finished", "cancelled")
VISIBILITIES = ("public", "invited")

# What may differ afterwards, and why.
EXCEPTED = {
    "django_session": "whoever is refused is told so on their next page, and the session keeps it",
    "usersessions_usersession": "the list of one's log-ins notes the one it is looked at with",
}


@dataclass
class World:
    """Session keys by role, tables by (state, visibility), what requests may need to say."""

    sessions: dict[str, str] = field(default_factory=dict)
    tables: dict[tuple[str, str], str] = field(default_factory=dict)
    message: int = 0


def build() -> World:
    """Alice opened everything, Bob sits everywhere, Charlie nowhere; one of them is staff."""
    from accounts.services import guests
    from games.services import company

    found = World()
    alice, bob, charlie, staff = (_player(name) for name in ("alice", "bob", "charlie", "stella"))
    staff.is_staff = staff.is_superuser = True
    staff.save()
    people = {"guest": guests.create(), "stranger": charlie, "seated": bob, "opener": alice}
    people["staff"] = staff
    for state in STATES:
        for visibility in VISIBILITIES:
            match = _table(state, visibility, alice, bob)
            found.tables[state, visibility] = match.code
            if state != "cancelled":
                for user in (alice, bob):
                    company.write_note(match=match, user=user, text=f"only for {user}")
                found.message = company.say(match=match, user=alice, text="among us").pk
            for user in (alice, bob):
                company.read_all(match=match, user=user)  # looking at talk is reading it
    for role, user in people.items():
        found.sessions[role] = _session(user)
    return found


def _player(name: str) -> User:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(name, f"{name}@example.org", "tall-ships-and-grain")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _table(state: str, visibility: str, alice: User, bob: User) -> Match:
    from games.demo.people import play
    from games.services.tables import invite, lobby
    from games.terms.charter import Charter

    size = 3 if state == "open" else 2
    charter = Charter(size=size, options={"rounds": 1}, visibility=visibility)
    match = lobby.create(user=alice, charter=charter, nonce="alice")
    if visibility == "invited":
        invite.by_name(code=match.code, user=alice, name="bob")
    if state == "cancelled":
        lobby.leave(code=match.code, user=alice)
    else:
        lobby.join(code=match.code, user=bob, nonce="bob")
    if state == "running":
        play(match, 6, until=bob)
    elif state == "finished":
        play(match, 2000)
    match.refresh_from_db()
    assert match.status == state, (match.status, state)
    return match


def _session(user: User) -> str:
    """Logged in; and seen just now, so that no visit has to note it."""
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.models import User

    User.objects.filter(pk=user.pk).update(last_seen=timezone.now() + timedelta(days=1))
    user.refresh_from_db()
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    assert store.session_key
    return store.session_key


def digest() -> dict[str, str]:
    """A fingerprint of every table but the excepted ones."""
    found = {}
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table in EXCEPTED:
                continue
            quoted = connection.ops.quote_name(table)
            cursor.execute(f"SELECT t::text FROM {quoted} t ORDER BY t::text")
            rows = "\n".join(row for (row,) in cursor.fetchall())
            found[table] = hashlib.sha256(rows.encode()).hexdigest()[:16]
    return found
