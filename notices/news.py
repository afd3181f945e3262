"""A message to one reader, in their language, composed when it's sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from mail.letters import Letter


@dataclass(frozen=True)
class News:
    """What a channel gets. Short words for all of them; the letter is for mail alone.

    The letter is made when it's asked for: it's long, and may hold a picture.
    """

    kind: str
    title: str  # a line: "Your turn in Nauticus"
    text: str  # a sentence or two
    url: str  # where to go, absolute
    letter: Callable[[], Letter] | None = None
    about: str = ""  # "match:CODE", if it's about one thing
    until: datetime | None = None  # worth nothing afterwards: a deadline


@dataclass(frozen=True)
class Line:
    """A notice in the site's own list."""

    text: str
    path: str  # where it leads, on this site
    sign: str = "bell"  # in the sprite
    done: bool = False  # nothing left to do about it
