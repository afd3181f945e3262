"""Sockets that send whatever they are given, and read what comes back."""

from __future__ import annotations

import base64
import os
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse

SECONDS = 30


@dataclass
class Answer:
    """Status 0: the server hung up without a word."""

    status: int
    headers: dict[str, str]
    body: bytes = b""


class Line:
    """One kept-alive connection; a new one whenever the server closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.socket: socket.socket | None = None

    def ask(self, data: bytes, method: str) -> Answer:
        for fresh in (False, True):
            if self.socket is None:
                self.socket = socket.create_connection(("127.0.0.1", self.port), SECONDS)
                fresh = True
            with suppress(OSError):  # refused before all was said: the answer is in the buffer
                self.socket.sendall(data)
            try:
                answer = self._read(method)
            except (OSError, HTTPException):
                self.close()
                if fresh:
                    return Answer(0, {})
                continue  # the server had closed the old one meanwhile
            return answer
        return Answer(0, {})

    def _read(self, method: str) -> Answer:
        assert self.socket is not None
        with HTTPResponse(self.socket, method=method) as found:
            found.begin()
            body = found.read()
            headers = {name.lower(): value for name, value in found.getheaders()}
            if found.will_close:
                self.close()
            return Answer(found.status, headers, body)

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None


class Frames:
    """A web socket from below: frames that are none can be sent too."""

    def __init__(self, port: int, path: str, headers: list[tuple[bytes, bytes]]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), SECONDS)
        head = [f"GET {path} HTTP/1.1".encode()]
        head += [name + b": " + value for name, value in headers]
        self.socket.sendall(b"\r\n".join([*head, b"", b""]))
        with HTTPResponse(self.socket, method="GET") as found:
            try:
                found.begin()
                told = {name.lower(): value for name, value in found.getheaders()}
                self.answer = Answer(found.status, told)
            except (OSError, HTTPException):
                self.answer = Answer(0, {})

    @property
    def open(self) -> bool:
        return self.answer.status == 101

    def send(self, payload: bytes, *, opcode: int = 1, final: bool = True, mask: bool = True,
             reserved: int = 0) -> bool:  # fmt: skip
        head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
        bit = 0x80 if mask else 0
        if len(payload) < 126:
            head += bytes([bit | len(payload)])
        elif len(payload) < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", len(payload))
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", len(payload))
        if mask:
            head += b"\0\0\0\0"  # xor with nothing: the payload as it is
        try:
            self.socket.sendall(head + payload)
        except OSError:
            return False
        return True

    def close(self) -> None:
        self.socket.close()


def handshake(host: str, cookie: bytes) -> list[tuple[bytes, bytes]]:
    """A proper one; the storm spoils it."""
    return [
        (b"Host", host.encode()),
        (b"Upgrade", b"websocket"),
        (b"Connection", b"Upgrade"),
        (b"Origin", f"http://{host}".encode()),
        (b"Sec-WebSocket-Key", base64.b64encode(os.urandom(16))),
        (b"Sec-WebSocket-Version", b"13"),
        (b"Cookie", cookie),
    ]
