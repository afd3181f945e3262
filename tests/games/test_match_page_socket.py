"""The nudge socket: the same people as the page, and never any content."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import nudges
from games.consumers import CLOSED
from games.routing import websocket_urlpatterns
from tests.games.test_play import start

# Called from synchronous tests, so that the consumer's queries run in this thread and transaction.
pytestmark = pytest.mark.django_db


def dial(code: str, user: object) -> WebsocketCommunicator:
    socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/match/{code}/")
    socket.scope["user"] = user
    return socket


def test_a_player_is_told_when_the_table_moves(alice: User, bob: User) -> None:
    match = start(alice, bob)

    async def listen() -> list[object]:
        socket = dial(match.code, bob)
        assert (await socket.connect())[0]
        heard = [await socket.receive_json_from()]
        await sync_to_async(nudges.send)(match.code, 4)  # as a commit does
        heard.append(await socket.receive_json_from(timeout=5))
        await socket.disconnect()
        return heard

    assert async_to_sync(listen)() == [
        {"match": match.code, "ply": 0},
        {"match": match.code, "ply": 4},
    ]


def test_strangers_are_turned_away_from_a_private_table(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, visibility="link")

    async def knock(code: str, user: object) -> int:
        socket = dial(code, user)
        await socket.connect()
        answer = await socket.receive_output()
        return int(answer["code"])

    for user in (charlie, AnonymousUser()):
        for code in (match.code, "nothere"):
            assert async_to_sync(knock)(code, user) == CLOSED
