"""A mail that is composed when it's sent."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Image:
    """A picture inside the mail; the HTML shows it as `cid:<cid>`."""

    cid: str
    content: bytes


@dataclass(frozen=True)
class Letter:
    subject: str
    text: str
    html: str
    language: str
    headers: dict[str, str] = field(default_factory=dict)
    images: tuple[Image, ...] = ()
    thread: str = ""  # mails with the same word stand together in a mail program
