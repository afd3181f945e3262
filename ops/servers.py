"""What daphne answers by itself, before the site is asked: with our headers, without a traceback.

It has no settings for this, so a few of its methods are replaced, on its own classes and nowhere
else. In production nginx stands in front and adds the headers to whatever comes without
(`deploy/nginx`); here, on one's own machine, nobody does.
"""

from __future__ import annotations

import re
from functools import wraps
from typing import Any

from ops.headers import bare

METHOD = re.compile(rb"[A-Z]{1,20}")
ROOT = b"daphne-root-path"  # would let anybody tell the site where it lives
PROTOCOLS = b"sec-websocket-protocol"


def dress_daphne() -> None:
    """Called once, when the site is loaded by daphne."""
    from daphne.http_protocol import WebRequest  # type: ignore[import-untyped]
    from daphne.ws_protocol import WebSocketProtocol  # type: ignore[import-untyped]
    from twisted.web.http import HTTPChannel

    if getattr(WebRequest, "dressed", False):
        return
    WebRequest.dressed = True
    WebRequest.basic_error = _basic_error
    WebRequest.process = _checked(WebRequest.process)
    HTTPChannel._respondToBadRequestAndDisconnect = _bad_request  # type: ignore[method-assign]
    HTTPChannel.lineLengthExceeded = _long_line  # type: ignore[method-assign]
    WebSocketProtocol.sendHttpErrorResponse = _refused_handshake


def _basic_error(self: Any, status: int, reason: bytes, body: str) -> None:
    plain = [(b"Content-Type", b"text/plain; charset=utf-8")]
    own = [(name.encode(), value.encode()) for name, value in bare().items()]
    self.handle_reply({"type": "http.response.start", "status": status, "headers": [*plain, *own]})
    self.handle_reply({"type": "http.response.body", "body": f"{status} {body}\n".encode()})


def _checked(process: Any) -> Any:
    """Daphne takes these for ASCII and fails with a traceback where they are not."""

    @wraps(process)
    def checked(self: Any) -> Any:
        self.requestHeaders.removeHeader(ROOT)
        if not METHOD.fullmatch(self.method):
            return self.basic_error(400, b"Bad Request", "No such method")
        if not all(value.isascii() for value in self.requestHeaders.getRawHeaders(PROTOCOLS, [])):
            return self.basic_error(400, b"Bad Request", "No such protocol")
        return process(self)

    return checked


def _bad_request(self: Any) -> None:
    """What is not HTTP at all: answered, and hung up on."""
    lines = [f"{name}: {value}" for name, value in bare().items()]
    head = ["HTTP/1.1 400 Bad Request", "Content-Length: 0", "Connection: close", *lines, "", ""]
    self.transport.write("\r\n".join(head).encode())
    self.loseConnection()


def _long_line(self: Any, line: bytes) -> None:
    """Twisted would hang up without a word."""
    _bad_request(self)


def _refused_handshake(
    self: Any,
    code: int,
    reason: str,
    responseHeaders: Any = None,  # noqa: N803 - the name is theirs
) -> None:
    found = [*(responseHeaders or []), ("Content-Length", "0"), *bare().items()]
    head = [f"HTTP/1.1 {code} {reason}", *(f"{name}: {value}" for name, value in found), "", ""]
    self.sendData("\r\n".join(head).encode())
