from __future__ import annotations

from typing import Any

import pytest
from autobahn.exception import Disconnected

from ops.sockets import SoundHandshake, refuse


async def test_it_refuses_a_socket_nobody_listens_on() -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await refuse({"type": "websocket"}, receive, send)

    assert [message["type"] for message in sent] == ["websocket.close"]


@pytest.mark.parametrize(
    ("name", "value"),
    [(b"cookie", b'sessionid="\\000\\000"'), (b"cookie", b"a\x00"), (b"origin", b"http://[::1"),
     (b"origin", b"http://x:99999999")],
)  # fmt: skip
async def test_it_refuses_a_handshake_that_cannot_be_read(name: bytes, value: bytes) -> None:
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        sent.append("let in")

    scope = {"type": "websocket", "path": "/ws/me/", "headers": [(name, value)]}
    await SoundHandshake(inner)(scope, receive, send)
    await SoundHandshake(inner)({**scope, "headers": [(b"cookie", b"a=b")]}, receive, send)

    assert sent == ["websocket.close", "let in"]


async def test_nobody_is_to_blame_for_a_reader_who_is_gone() -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def gone(message: dict[str, Any]) -> None:
        raise Disconnected("Attempt to send on a closed protocol")

    async def greeting(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "hello"})

    await SoundHandshake(greeting)({"type": "websocket", "headers": []}, receive, gone)
