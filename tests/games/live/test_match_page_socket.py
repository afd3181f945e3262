"""The nudge sockets: the same people as the pages, asked at every word, and never any content."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client

from accounts.models import User
from games.live.consumers import CLOSED, LOGGED_OUT
from games.live.routing import websocket_urlpatterns
from games.models import Invitation, Match, Seat
from games.selectors.turns import at_of
from games.services import company, nudges
from games.services.play import takeback, turns
from games.services.tables import invite, lobby
from tests.conftest import PASSWORD
from tests.games.helpers import open_table
from tests.games.services.play.test_play import look, owing, start

# Called from synchronous tests, so that the consumer's queries run in this thread and transaction.
pytestmark = pytest.mark.django_db
SECONDS = 20
Words = dict[str, Any]


@pytest.fixture(autouse=True)
def _one_connection(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Channels drops a connection it finds inside a transaction, and ours always is.

    Its communicator prevents that only while the test waits for a word. A nudge that comes sooner,
    while the test still sends it, would close the test's own connection.
    """
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


def dial(code: str, user: object) -> WebsocketCommunicator:
    socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/match/{code}/")
    socket.scope["user"] = user
    return socket


def dial_as(client: Client, path: str) -> WebsocketCommunicator:
    """With the cookies of a browser."""
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    headers = [(b"cookie", f"{cookie.key}={cookie.value}".encode())] if cookie else []
    return WebsocketCommunicator(
        AuthMiddlewareStack(URLRouter(websocket_urlpatterns)), path, headers=headers
    )


async def answered(socket: WebsocketCommunicator) -> Words | int:
    """What is said next, or the code the socket closes with."""
    found = await socket.receive_output(timeout=SECONDS)
    if found["type"] == "websocket.close":
        return int(found["code"])
    return dict(json.loads(found["text"]))


def after(socket: WebsocketCommunicator, act: Callable[[], object], match: Match) -> Words | int:
    """Listen, let something happen, then a nudge as any commit sends it: what comes of it?"""

    async def listen() -> Words | int:
        assert (await socket.connect(timeout=SECONDS))[0]
        assert isinstance(await answered(socket), dict)
        await sync_to_async(act)()
        people = [seat.user_id async for seat in match.seats.all() if seat.user_id]
        await sync_to_async(nudges.send)(match.code, 4, people=people)
        heard = await answered(socket)
        while isinstance(heard, dict) and heard["match"] != match.code:
            # Other test processes have players of the same number.
            heard = await answered(socket)
        await socket.disconnect(timeout=SECONDS)
        return heard

    return async_to_sync(listen)()


def refused(socket: WebsocketCommunicator) -> Words | int:
    async def knock() -> Words | int:
        await socket.connect(timeout=SECONDS)
        return await answered(socket)

    return async_to_sync(knock)()


# --- one match ----------------------------------------------------------------------------


def test_a_player_is_told_when_the_table_moves(alice: User, bob: User) -> None:
    match = start(alice, bob)

    async def listen() -> list[object]:
        socket = dial(match.code, bob)
        assert (await socket.connect(timeout=SECONDS))[0]
        heard = [await socket.receive_json_from(timeout=SECONDS)]
        await sync_to_async(nudges.send)(match.code, 4)  # as a commit does
        heard.append(await socket.receive_json_from(timeout=SECONDS))
        await socket.disconnect(timeout=SECONDS)
        return heard

    assert async_to_sync(listen)() == [
        {"match": match.code, "ply": 0, "what": "hello"},
        {"match": match.code, "ply": 4, "what": "table"},
    ]


def test_everybody_is_told_the_same(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob)

    async def listen() -> list[Words]:
        sockets = [dial(match.code, user) for user in (alice, bob, charlie, AnonymousUser())]
        for socket in sockets:
            await socket.connect(timeout=SECONDS)
        said = [await socket.receive_json_from(timeout=SECONDS) for socket in sockets]
        await sync_to_async(nudges.send)(match.code, 1, nudges.TALK)
        said += [await socket.receive_json_from(timeout=SECONDS) for socket in sockets]
        for socket in sockets:
            await socket.disconnect(timeout=SECONDS)
        return said

    hello, talk = ({"match": match.code, "ply": ply, "what": what} for ply, what in
                   ((0, "hello"), (1, "talk")))  # fmt: skip
    assert async_to_sync(listen)() == [hello] * 4 + [talk] * 4


def test_strangers_are_turned_away_from_a_private_table(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, visibility="link", spectators=False)
    for user in (charlie, AnonymousUser()):
        for code in (match.code, "nothere"):
            assert refused(dial(code, user)) == CLOSED


def test_a_kicked_player_is_cut_off(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, size=3, visibility="invited")
    invite.by_name(code=match.code, user=alice, name="bob")
    lobby.join(code=match.code, user=bob)

    def kick() -> None:
        lobby.kick(code=match.code, user=alice, number=1)
        Invitation.objects.filter(match=match).delete()

    assert after(dial_as(as_bob, f"/ws/match/{match.code}/"), kick, match) == CLOSED


def test_a_table_that_wants_no_more_spectators_tells_them_nothing(
    alice: User, bob: User, as_charlie: Client
) -> None:
    match = start(alice, bob)

    def close() -> None:
        Match.objects.filter(pk=match.pk).update(spectators=False)

    assert after(dial_as(as_charlie, f"/ws/match/{match.code}/"), close, match) == CLOSED


@pytest.mark.parametrize("how", ["log out", "new password"])
@pytest.mark.parametrize("where", ["match", "me"])
def test_who_logs_out_is_cut_off(
    alice: User, bob: User, as_bob: Client, how: str, where: str
) -> None:
    match = start(alice, bob)
    path = "/ws/me/" if where == "me" else f"/ws/match/{match.code}/"

    def go() -> None:
        if how == "log out":
            as_bob.logout()
        else:
            bob.set_password(PASSWORD + "!")
            bob.save()

    assert after(dial_as(as_bob, path), go, match) == LOGGED_OUT


def test_who_stays_is_told(alice: User, bob: User, as_bob: Client) -> None:
    match = start(alice, bob)
    socket = dial_as(as_bob, f"/ws/match/{match.code}/")
    said = {"match": match.code, "ply": 4, "what": "table"}
    assert after(socket, lambda: None, match) == said


# --- one's own page -----------------------------------------------------------------------


def test_home_hears_of_ones_own_matches_alone(
    alice: User, bob: User, as_charlie: Client, as_bob: Client, charlie: User
) -> None:
    mine, foreign = start(alice, bob), start(alice, charlie)

    async def listen() -> list[Words]:
        socket = dial_as(as_bob, "/ws/me/")
        await socket.connect(timeout=SECONDS)
        said = [await socket.receive_json_from(timeout=SECONDS)]
        send = sync_to_async(nudges.send)
        await send(foreign.code, 7, people=[alice.pk, charlie.pk])
        await send(mine.code, 8, people=[alice.pk, bob.pk])
        while said[-1].get("match") not in (mine.code, foreign.code):
            # Other test processes have players of the same number.
            said.append(await socket.receive_json_from(timeout=SECONDS))
        await socket.disconnect(timeout=SECONDS)
        return [said[0], said[-1]]

    owed = mine.seats.filter(user=bob, owes=True).count()
    assert async_to_sync(listen)() == [
        {"what": "hello", "owed": owed},
        {"match": mine.code, "ply": 8, "what": "table"},
    ]


def test_nobody_has_no_page_of_their_own(db: None) -> None:
    assert refused(dial_as(Client(), "/ws/me/")) == LOGGED_OUT


# --- what sends nudges --------------------------------------------------------------------

Sent = list[tuple[Any, ...]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    found: Sent = []
    monkeypatch.setattr(nudges, "send", lambda *said: found.append(said))
    return found


def told(sent: Sent, capture: Any, act: Callable[[], object]) -> Sent:
    sent.clear()
    with capture(execute=True):
        act()
    return list(sent)


def draft(match: Match, seat: Seat) -> None:
    """A whole turn, of whoever begins: an action is chosen and passed."""
    at, moves = at_of(seat, look(match, seat)), ["choose:3", "pass"]
    assert seat.user is not None
    turns.submit(code=match.code, user=seat.user, moves=moves, at=at)


def confirm(match: Match, seat: Seat) -> None:
    seat.refresh_from_db()
    assert seat.user is not None
    at = at_of(seat, look(match, seat))
    turns.confirm(code=match.code, user=seat.user, at=at)


def test_a_commit_is_one_nudge_for_all_and_a_draft_one_for_its_owner(
    alice: User, bob: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    match = start(alice, bob)
    seat = owing(match)
    capture = django_capture_on_commit_callbacks

    (said,) = told(sent, capture, lambda: draft(match, seat))
    seat.refresh_from_db()
    at = at_of(seat, look(match, seat))
    assert said == (match.code, 0, "draft", [seat.user_id], at)
    (said,) = told(sent, capture, lambda: confirm(match, seat))

    match.refresh_from_db()
    assert said == (match.code, match.ply, "table", sorted([alice.pk, bob.pk]))


def test_one_trip_to_redis_however_many_listen(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips: list[int] = []

    class Pipeline:
        def __init__(self) -> None:
            self.published: list[bytes] = []

        def __enter__(self) -> Pipeline:
            return self

        def __exit__(self, *_: object) -> None: ...

        def publish(self, group: str, body: bytes) -> None:
            self.published.append(body)

        def execute(self) -> None:
            trips.append(len(self.published))
            said = [nudges._serializer().deserialize(body) for body in self.published]  # type: ignore[attr-defined]
            kinds = [words.pop("type") for words in said]
            assert kinds == ["look.again", "look.mine", "look.mine"]
            assert said == [{"match": "abc", "ply": 3, "what": "table"}] * 3  # to everybody

    class Redis:
        def pipeline(self, transaction: bool) -> Pipeline:
            return Pipeline()

    monkeypatch.setattr(nudges, "_client", Redis)
    nudges.send("abc", 3, people=[alice.pk, bob.pk])
    assert trips == [3]


def test_what_happens_at_an_open_table_is_told(
    alice: User, bob: User, charlie: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    match = open_table(alice, size=3)
    code = match.code

    def what(act: Callable[[], object]) -> list[tuple[str, list[int]]]:
        return [s[2:] for s in told(sent, django_capture_on_commit_callbacks, act)]  # type: ignore[misc]

    asked = what(lambda: invite.by_name(code=code, user=alice, name="charlie"))
    assert asked == [("home", [charlie.pk])]
    assert what(lambda: lobby.join(code=code, user=bob)) == [("seats", [alice.pk])]
    both = sorted([alice.pk, bob.pk])
    assert what(lambda: lobby.kick(code=code, user=alice, number=1)) == [("seats", both)]
    what(lambda: lobby.join(code=code, user=charlie))
    began = what(lambda: lobby.add_bot(code=code, user=alice))
    assert ("table", sorted([alice.pk, charlie.pk])) in began


def test_talk_and_take_backs_are_told(
    alice: User, bob: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    match = start(alice, bob)
    capture = django_capture_on_commit_callbacks
    seat = owing(match)
    user: Any = seat.user
    draft(match, seat)
    confirm(match, seat)

    said = told(sent, capture, lambda: company.say(match=match, user=alice, text="Ahoy"))
    assert [s[2] for s in said] == ["talk"]
    said = told(sent, capture, lambda: takeback.ask(code=match.code, user=user))
    assert [s[2] for s in said] == ["take-back"]


def test_a_draft_is_told_to_windows_of_its_owner_alone(alice: User, bob: User) -> None:
    match, other = start(alice, bob), start(alice, bob)

    async def listen() -> list[object]:
        mine, theirs, elsewhere = sockets = [
            dial(match.code, alice), dial(match.code, bob), dial(other.code, alice),
        ]  # fmt: skip
        for socket in sockets:
            assert (await socket.connect(timeout=SECONDS))[0]
            await socket.receive_json_from(timeout=SECONDS)
        await sync_to_async(nudges.send)(match.code, 4, "draft", [alice.pk], "7.3-4")
        heard: list[object] = [await mine.receive_json_from(timeout=SECONDS)]
        heard += [await socket.receive_nothing(0.2) for socket in (theirs, elsewhere)]
        for socket in sockets:
            await socket.disconnect(timeout=SECONDS)
        return heard

    told = {"match": match.code, "ply": 4, "what": "draft", "at": "7.3-4"}
    assert async_to_sync(listen)() == [told, True, True]
