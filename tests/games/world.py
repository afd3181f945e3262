"""A small world for the access table: one match in each state, people in every role around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie

from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from games.demo.people import play
from games.models import Match, Message
from games.selectors.positions import game_of
from games.selectors.turns import at_of
from games.services import company
from games.services.play import turns
from games.services.tables import invite, lobby, seating
from games.terms.charter import Charter
from tests.conftest import make_player
from tests.games.play_helpers import look

OPEN, RUNNING, FINISHED = "open", "running", "finished"
TABLES = (
    "match", "seat", "invitation", "ply", "entry", "draft", "snapshot", "film", "takeback",
    "message", "note", "report", "mute",
)  # fmt: skip


@dataclass
class World:
    """`match` in some state; `people` by role, None is nobody; what a request may need to say."""

    match: Match
    people: dict[str, User | None]
    said: dict[str, str]
    cookies: dict[str, SimpleCookie]

    def client(self, role: str) -> Client:
        client = Client()
        client.cookies.update(self.cookies[role])
        return client


def world(state: str, visibility: str = "public", *, spectators: bool = True) -> World:
    """Alice opened, Bob plays and is to move, Frank left, Eve was kicked, Dora never came."""
    names = ("alice", "bob", "charlie", "dora", "eve", "frank")
    alice, bob, charlie, dora, eve, frank = (make_player(name) for name in names)
    people = {
        "nobody": None, "stranger": charlie, "guest": guests.create(), "invited": dora,
        "seated": bob, "opener": alice, "left": frank, "kicked": eve,
    }  # fmt: skip
    match = _match(state, visibility, people)
    Match.objects.filter(pk=match.pk).update(spectators=spectators)
    for user in (alice, bob):
        company.write_note(match=match, user=user, text=f"only for {user}")
    message = company.say(match=match, user=alice, text="among us")
    Message.objects.create(match=match, author=charlie, room="gallery", text="from outside")
    said = {"message": str(message.pk), "at": "", "move": ""}
    match.refresh_from_db()
    if match.is_running:
        said |= _turn(match, bob)
    cookies = {role: _cookies(user) for role, user in people.items()}
    return World(match, people, said, cookies)


def hot_seat(state: str) -> World:
    """Everybody at Alice's device; the rest of the world is outside."""
    found = world(OPEN)
    alice = found.people["opener"]
    assert alice is not None
    match = seating.pass_and_play(user=alice, title="nauticus", size=2, options={"rounds": 1})
    if state == FINISHED:
        play(match, 2000)
    found.match = match
    return found


def _match(state: str, visibility: str, people: dict[str, User | None]) -> Match:
    found = [people[role] for role in ("opener", "seated", "kicked", "left")]
    alice, bob, eve, frank = (user for user in found if user is not None)
    charter = Charter(size=4, options={"rounds": 1}, visibility=visibility)
    match = lobby.create(user=alice, charter=charter, nonce="alice")
    # The deal and the order of seats follow from these: the same world every time.
    Match.objects.filter(pk=match.pk).update(code="access22", secret="5e" * 32)
    match.refresh_from_db()
    for name in ("bob", "dora", "eve", "frank"):
        invite.by_name(code=match.code, user=alice, name=name)
    for user in (bob, eve):
        lobby.join(code=match.code, user=user, nonce=user.username)
    lobby.kick(code=match.code, user=alice, number=match.seats.get(user=eve).number)
    lobby.join(code=match.code, user=frank, nonce="frank")
    if state == OPEN:
        lobby.leave(code=match.code, user=frank)
        return match
    lobby.add_bot(code=match.code, user=alice)
    match.seats.filter(user=frank).update(autopilot=True)
    play(match, 16)  # everybody has had a turn
    return play(match, 2000, until=bob if state == RUNNING else None)


def _turn(match: Match, user: User) -> dict[str, str]:
    """A draft that could be confirmed or added to, and what the next click would send."""
    for _ in range(20):
        match.refresh_from_db()
        seat = match.seats.get(user=user)
        found = look(match, seat)
        moves, end = game_of(match).moves(found.state, seat.number), game_of(match).ending
        at = at_of(seat, found)
        if found.moves and end in moves:
            return {"at": at, "move": str(next(move for move in moves if move != end))}
        move = next(move for move in moves if move.verb != "pass")
        turns.submit(code=match.code, user=user, moves=[str(move)], at=at)
    raise AssertionError("no turn can be composed here")


def _cookies(user: User | None) -> SimpleCookie:
    client = Client()
    if user is not None:
        User.objects.filter(pk=user.pk).update(last_seen=timezone.now() + timedelta(hours=1))
        client.force_login(user)
    return client.cookies


@contextmanager
def undone() -> Iterator[None]:
    """Whatever happens inside never happened."""
    mark = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(mark)


def rows() -> tuple[str, ...]:
    """A fingerprint of every table of matches: equal only if not one row has changed."""
    parts = (
        f"(SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t.id), '')) FROM games_{name} t)"
        for name in TABLES
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(parts))
        found: tuple[str, ...] = cursor.fetchone()
    return found


__all__ = ["FINISHED", "OPEN", "RUNNING", "World", "hot_seat", "rows", "undone", "world"]
