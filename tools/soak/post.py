"""A mail server that keeps what it is given in memory: the letter-boxes of the soak's people."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
import time
from collections import defaultdict


class Post:
    def __init__(self) -> None:
        self.boxes: dict[str, list[str]] = defaultdict(list)
        self.server = _Server(("127.0.0.1", 0), _Talk)
        self.server.boxes = self.boxes
        self.port: int = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait_for(self, address: str, seconds: float) -> str:
        """The text of the newest mail to this address; empty if none comes."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.boxes[address]:
                return self.boxes[address][-1]
            time.sleep(0.2)
        return ""

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    boxes: dict[str, list[str]]


class _Talk(socketserver.StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        self._say("220 soak")
        to: list[str] = []
        while line := self.rfile.readline(2000):
            word = line.decode(errors="replace").strip()
            verb = word[:4].upper()
            if verb == "DATA":
                self._say("354 go on")
                self._deliver(to)
                to = []
                self._say("250 kept")
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                if verb == "RCPT":
                    to.append(word.partition("<")[2].partition(">")[0].lower())
                self._say("250 ok")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def _deliver(self, to: list[str]) -> None:
        lines = []
        while (line := self.rfile.readline(100_000)) and line != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        mail = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
        body = mail.get_body(preferencelist=("plain",))
        text = str(body.get_content()) if body is not None else ""
        for address in to:
            self.server.boxes[address].append(text)
