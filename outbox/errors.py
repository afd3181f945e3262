from __future__ import annotations


class GiveUp(Exception):
    """Raised by a handler when trying again cannot help."""
