"""The nudge socket: the same people as the page, and never any content."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.consumers import CLOSED
from games.nudges import group
from games.routing import websocket_urlpatterns
from tests.games.test_play import start

pytestmark = pytest.mark.django_db(transaction=True)


def dial(code: str, user: object) -> WebsocketCommunicator:
    socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/match/{code}/")
    socket.scope["user"] = user
    return socket


async def test_a_player_is_told_when_the_table_moves(alice: User, bob: User) -> None:
    match = await database_sync_to_async(start)(alice, bob)
    socket = dial(match.code, bob)
    assert (await socket.connect())[0]
    assert await socket.receive_json_from() == {"match": match.code, "ply": 0}

    message = {"type": "match.changed", "match": match.code, "ply": 4}
    await get_channel_layer().group_send(group(match.code), message)

    assert await socket.receive_json_from() == {"match": match.code, "ply": 4}
    await socket.disconnect()


async def test_strangers_are_turned_away_from_a_private_table(
    alice: User, bob: User, charlie: User
) -> None:
    match = await database_sync_to_async(start)(alice, bob, visibility="link")
    for user in (charlie, AnonymousUser()):
        for code in (match.code, "nothere"):
            socket = dial(code, user)
            await socket.connect()
            answer = await socket.receive_output()
            assert answer == {"type": "websocket.close", "code": CLOSED, "reason": None} or (
                answer["code"] == CLOSED
            )
