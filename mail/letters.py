"""A letter: what one reader is sent, composed in the moment it is sent and stored nowhere.

Names and table names stand in subjects, and anybody may choose one. So a letter can't be made
with a header that would become two, and its subject is always one line that can be shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

SUBJECT_LENGTH = 200
CID = re.compile(r"[A-Za-z0-9._-]{1,64}(@[A-Za-z0-9.-]{1,64})?")
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")
HEADER_LENGTH = 900  # a line of a mail has 998 bytes at most
# What the hand-over decides itself; a letter that says otherwise is a mistake.
RESERVED = {
    "bcc", "cc", "content-type", "date", "from", "in-reply-to", "message-id", "mime-version",
    "references", "reply-to", "return-path", "sender", "subject", "to",
}  # fmt: skip
# Marks that turn the direction of what follows: they can make one name look like another.
TURNING = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}
SIGNATURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"GIF8": "gif"}


def one_line(text: str, length: int = SUBJECT_LENGTH) -> str:
    """Without line breaks of any alphabet, control characters and turns of direction."""
    words = " ".join(text.split())
    shown = "".join(c for c in words if ord(c) not in TURNING and _harmless(c))
    return shown if len(shown) <= length else shown[: length - 1].rstrip() + "…"


def unsubscribe_headers(url: str) -> dict[str, str]:
    """One click is enough (RFC 8058)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


@dataclass(frozen=True)
class Image:
    """A picture inside the mail; the HTML shows it by `src="cid:…"`."""

    cid: str
    content: bytes
    alt: str = ""

    def __post_init__(self) -> None:
        if not CID.fullmatch(self.cid):
            raise ValueError(f"{self.cid!r} can't name an image in a mail.")
        if not self.subtype:
            raise ValueError(f"The image {self.cid!r} is neither PNG nor JPEG nor GIF.")

    @property
    def subtype(self) -> str:
        found = (kind for start, kind in SIGNATURES.items() if self.content.startswith(start))
        return next(found, "")


@dataclass(frozen=True)
class Letter:
    """`thread` names what the letter is about ("match:abc"): letters of one thread stay together
    in the reader's mailbox."""

    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = field(default_factory=dict)
    images: tuple[Image, ...] = ()
    thread: str = ""
    language: str = "en"

    def __post_init__(self) -> None:
        object.__setattr__(self, "subject", one_line(self.subject))
        for name, value in self.headers.items():
            if not HEADER.fullmatch(name) or name.lower() in RESERVED:
                raise ValueError(f"A letter can't set the header {name!r}.")
            if len(value) > HEADER_LENGTH or len(value.splitlines()) > 1 or not _printable(value):
                raise ValueError(f"The value of {name} can't stand in a header.")
        if len({image.cid for image in self.images}) < len(self.images):
            raise ValueError("Two images of a letter have the same name.")


def _harmless(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp")


def _printable(value: str) -> bool:
    return all(map(_harmless, value))
