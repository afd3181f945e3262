"""Who may not even open a web socket: a refusal, not an error in the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlparse

import structlog
from autobahn.exception import Disconnected
from django.http import parse_cookie

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

log = structlog.get_logger("ops.sockets")


async def refuse(scope: Message, receive: Receive, send: Send) -> None:
    """As the last route of the socket router: the handshake is answered with 403."""
    await receive()
    await send({"type": "websocket.close", "code": 4404})


class SoundHandshake:
    """As `ops.input` for pages: what cannot be read is refused before anything looks at it."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        async def to_whoever_listens(message: Message) -> None:
            try:
                await send(message)
            except Disconnected:  # gone between two words; its consumer is about to hear of it
                log.debug("socket.gone")

        fault = fault_of(scope)
        if not fault:
            await self.inner(scope, receive, to_whoever_listens)
            return
        log.info("socket.refused", fault=fault)
        await refuse(scope, receive, to_whoever_listens)


def fault_of(scope: Message) -> str:
    """What is wrong with a handshake, in a word; empty if nothing is."""
    if "\x00" in scope.get("path", "") or b"%00" in scope.get("query_string", b""):
        return "nul"
    for name, value in scope.get("headers", []):
        if b"\x00" in value:
            return "nul"
        if name == b"cookie" and "\x00" in "".join(parse_cookie(value.decode("latin1")).values()):
            return "nul"
        if name == b"origin":
            try:
                origin = urlparse(value.decode("latin1"))
                origin.hostname, origin.port  # noqa: B018 - both may fail
            except ValueError:
                return "origin"
    return ""
