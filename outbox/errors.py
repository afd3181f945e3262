from __future__ import annotations


class GiveUp(Exception):
    """Raised by a handler when trying again cannot help."""


class Later(Exception):
    """Raised by a handler when nothing is wrong but the time. It doesn't count as an attempt."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"in {seconds:.0f} s")
        self.seconds = seconds
