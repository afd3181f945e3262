"""What a player can do wrong at a table. Each has a stable code; sentences live in `sentences.py`.

TableError
├── NotAllowed     this person may not do this here
├── TableClosed    the match is not in a state where this is possible
├── SeatsTaken     no seat is free
├── Stale          the page answered an older position; nothing was applied
└── BadTable       the table cannot be opened like this; names the field
"""

from __future__ import annotations


class TableError(Exception):
    code = "table"
    status = 422


class NotAllowed(TableError):
    code = "not-allowed"
    status = 403

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.why = why


class TableClosed(TableError):
    code = "closed"
    status = 409


class SeatsTaken(TableError):
    code = "taken"
    status = 409


class Stale(TableError):
    code = "stale"
    status = 409


class BadTable(TableError):
    code = "bad-table"

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why
