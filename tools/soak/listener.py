"""A page left open: a socket to the match somebody plays, opened again whenever it is lost."""

from __future__ import annotations

import base64
import os
import socket
import ssl
import struct
import threading
from contextlib import closing

from tools.soak.client import Door
from tools.soak.tables import Harbour
from tools.soak.visitor import Visitor

CLOSE, PING, PONG = 0x8, 0x9, 0xA


class Listener(threading.Thread):
    def __init__(self, person: Visitor, harbour: Harbour, stop: threading.Event) -> None:
        super().__init__(name=f"listener-{person.number}", daemon=True)
        self.person, self.harbour, self.stopped = person, harbour, stop

    def run(self) -> None:
        while not self.stopped.wait(1):
            tables = [t for t in self.harbour.open_for(self.person.number) if t.url]
            if not tables:
                continue
            try:
                self._listen(f"/ws/match/{tables[0].code}/")
            except (OSError, EOFError):
                self.person.tally.count("sockets_lost")

    def _listen(self, path: str) -> None:
        tally = self.person.tally
        with closing(_connect(self.person.browser.door, path, self.person)) as line:
            tally.count("sockets_opened")
            for _ in range(60):  # then another match may be of more interest
                if self.stopped.is_set():
                    break
                try:
                    kind, body = _frame(line)
                except TimeoutError:
                    continue
                if kind == CLOSE:
                    tally.count("sockets_closed")
                    return
                if kind == PING:
                    line.sendall(_masked(PONG, body))
                else:
                    tally.count("nudges")
            line.sendall(_masked(CLOSE, struct.pack(">H", 1001)))


def _connect(door: Door, path: str, person: Visitor) -> ssl.SSLSocket:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(
        ("127.0.0.1", door.port), 10, source_address=(person.browser.source, 0)
    )
    line = context.wrap_socket(plain, server_hostname=door.host)
    cookies = "; ".join(f"{k}={v}" for k, v in dict(person.browser.cookies).items())
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {door.host}\r\nOrigin: https://{door.host}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\nCookie: {cookies}\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += _exactly(line, 1)
    if not head.startswith(b"HTTP/1.1 101"):
        line.close()
        raise EOFError(head[:40])
    line.settimeout(2)
    return line


def _frame(line: ssl.SSLSocket) -> tuple[int, bytes]:
    first, second = _exactly(line, 2)
    size = second & 0x7F
    if size == 126:
        size = struct.unpack(">H", _exactly(line, 2))[0]
    elif size == 127:
        size = struct.unpack(">Q", _exactly(line, 8))[0]
    return first & 0x0F, _exactly(line, size)


def _exactly(line: ssl.SSLSocket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        more = line.recv(size - len(found))
        if not more:
            raise EOFError("hung up")
        found += more
    return found


def _masked(kind: int, body: bytes) -> bytes:
    mask = os.urandom(4)
    hidden = bytes(byte ^ mask[n % 4] for n, byte in enumerate(body))
    return bytes([0x80 | kind, 0x80 | len(body)]) + mask + hidden
