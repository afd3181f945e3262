"""The latest link of a match's chain: what a player can keep outside, and later hold us to."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.models import Match

SHORT: Final = 16  # hex digits: 64 bits, and few enough to copy by hand


class Link(NamedTuple):
    ply: int
    short: str
    whole: str


def latest(match: Match) -> Link | None:
    """The link after the last committed ply, off the row at hand; None before the match begins."""
    return Link(match.ply, match.chain[:SHORT], match.chain) if match.chain else None
