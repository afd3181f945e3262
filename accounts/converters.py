from __future__ import annotations

from accounts.names import GUESTS


class UsernameConverter:
    """Only what can be a name reaches the database: no NUL, no novel, no mark."""

    regex = f"(?:[A-Za-z][A-Za-z0-9_-]{{2,19}}|(?:{'|'.join(GUESTS.values())})-[0-9a-f]{{4,10}})"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
