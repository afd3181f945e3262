from __future__ import annotations

from typing import Any

from ops.sockets import refuse


async def test_it_refuses_a_socket_nobody_listens_on() -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await refuse({"type": "websocket"}, receive, send)

    assert [message["type"] for message in sent] == ["websocket.close"]
