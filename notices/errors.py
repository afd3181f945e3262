from __future__ import annotations


class Unreachable(Exception):
    """A channel can't reach this reader, and trying again won't help; says why."""
