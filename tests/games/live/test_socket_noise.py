"""Frames that no page of ours would send: the socket closes, and the log stays readable."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.live.consumers import NOISE
from tests.games.helpers import open_table
from tests.games.live.test_match_page_socket import answered, dial
from tests.ops.test_requests import lines

__all__ = ["lines"]  # a fixture

pytestmark = pytest.mark.django_db


def heard(socket: WebsocketCommunicator, *frames: dict[str, Any]) -> list[Any]:
    """What the socket says to each frame, after its greeting."""

    async def talk() -> list[Any]:
        assert (await socket.connect())[0]
        await answered(socket)
        for frame in frames:
            await socket.send_input({"type": "websocket.receive", **frame})
        found = [] if await socket.receive_nothing(0.1) else [await answered(socket)]
        await socket.disconnect()
        return found

    return async_to_sync(talk)()


@pytest.mark.parametrize(
    "frame",
    [{"text": "{"}, {"text": ""}, {"text": "hello"}, {"bytes": b"\x00\xff"}, {"bytes": b"{}"},
     {"text": "[" * 50_000}, {"text": '"' + "x" * 5_000 + '"'}],
    ids=str,
)  # fmt: skip
def test_it_hangs_up_on_noise(alice: User, lines: Any, frame: dict[str, Any]) -> None:
    match = open_table(alice)

    assert heard(dial(match.code, AnonymousUser()), frame, frame, frame) == [NOISE]

    noise = [line for line in lines() if line["event"] == "socket.noise"]
    assert len(noise) == 1
    assert noise[0]["level"] == "info"


def test_it_passes_over_what_could_be_meant(alice: User) -> None:
    match = open_table(alice)

    assert heard(dial(match.code, alice), {"text": '{"ping": 1}'}, {"text": "null"}) == []
