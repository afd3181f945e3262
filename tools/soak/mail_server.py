"""A mail server for proofs: accepts everything, from afar, and remembers every Message-ID."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections import Counter

MESSAGE_ID = re.compile(rb"^message-id:\s*(\S+)", re.I | re.M)


class MailServer:
    """`seconds` is how long each of its answers is under way."""

    def __init__(self, seconds: float = 0.05) -> None:
        self.seconds = seconds
        self.arrived: Counter[str] = Counter()
        self.accepted = threading.Event()  # set with every mail; whoever waits clears it
        server = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                server.talk(self)

        self._tcp = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation)
        self._tcp.daemon_threads = True
        self.port: int = self._tcp.server_address[1]
        threading.Thread(target=self._tcp.serve_forever, daemon=True).start()

    def talk(self, with_: socketserver.StreamRequestHandler) -> None:
        def say(line: bytes) -> None:
            time.sleep(self.seconds)
            with_.wfile.write(line + b"\r\n")

        try:
            say(b"220 ahoy")
            while line := with_.rfile.readline():
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    say(b"354 go on")
                    self._take(self._body(with_))
                    say(b"250 taken")
                elif word == b"QUIT":
                    say(b"221 farewell")
                    return
                else:
                    say(b"250 aye")
        except ConnectionError:
            return  # the other side was killed

    def _body(self, with_: socketserver.StreamRequestHandler) -> bytes:
        lines = []
        while (line := with_.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line)
        if not line:
            raise ConnectionError
        return b"".join(lines)

    def _take(self, body: bytes) -> None:
        found = MESSAGE_ID.search(body)
        self.arrived[found.group(1).decode() if found else "none"] += 1
        self.accepted.set()

    def close(self) -> None:
        self._tcp.shutdown()
        self._tcp.server_close()

    @property
    def doubled(self) -> int:
        """Mails that came more than once."""
        return sum(n > 1 for n in self.arrived.values())
