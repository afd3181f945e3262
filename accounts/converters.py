from __future__ import annotations


class UsernameConverter:
    """Only what can be a name reaches the database: no NUL, no novel, no mark."""

    regex = "[A-Za-z][A-Za-z0-9_-]{2,19}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
