"""The answer to a web socket nobody listens on: a refusal, not an error in the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Message = dict[str, Any]


async def refuse(
    scope: Message,
    receive: Callable[[], Awaitable[Message]],
    send: Callable[[Message], Awaitable[None]],
) -> None:
    """As the last route of the socket router: the handshake is answered with 403."""
    await receive()
    await send({"type": "websocket.close", "code": 4404})
