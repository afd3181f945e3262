"""Text on one line."""

from __future__ import annotations

import re

# No-break spaces are part of the words: French has one before a colon.
GAPS = re.compile(r"[^\S\u00a0\u202f]+")


def one_line(text: str) -> str:
    """Every run of blanks and line breaks is one blank."""
    return GAPS.sub(" ", text).strip()
