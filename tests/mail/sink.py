"""A mail server that keeps what it was told: the envelope and the mail, doubles included."""

from __future__ import annotations

import socketserver
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from tools.soak.mail_server import MailServer


@dataclass
class Received:
    sender: str
    recipients: list[str]
    raw: bytes
    mail: EmailMessage = field(init=False)

    def __post_init__(self) -> None:
        found: Any = message_from_bytes(self.raw, policy=policy.default)
        self.mail = found


class Sink(MailServer):
    """`refusals` are answers to RCPT, by address."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.refusals: dict[str, str] = {}
        super().__init__(seconds=0)

    def talk(self, with_: socketserver.StreamRequestHandler) -> None:
        def say(line: str) -> None:
            with_.wfile.write(line.encode() + b"\r\n")

        sender, recipients = "", []
        say("220 ahoy")
        while line := with_.rfile.readline().decode():
            word, path = line.split()[0].upper(), line.partition("<")[2].partition(">")[0]
            if word == "MAIL":
                sender, recipients = path, []
                say("250 aye")
            elif word == "RCPT" and path in self.refusals:
                say(self.refusals[path])
            elif word == "RCPT":
                recipients.append(path)
                say("250 aye")
            elif word == "DATA":
                say("354 go on")
                raw = self._body(with_)
                self.received.append(Received(sender, recipients, raw))
                self._take(raw)
                say("250 taken")
            elif word == "QUIT":
                say("221 farewell")
                return
            else:
                say("250 aye")
