"""What a player can do wrong at a table. Each has a stable code; sentences live in `refusals.py`.

TableError
├── NotAllowed     this person may not do this here
├── TableClosed    the match is not in a state where this is possible
├── SeatsTaken     no seat is free
├── Stale          the page answered an older position; nothing was applied
│   ├── MovedOn       what it offered has gone meanwhile; says why
│   └── DraftBroken   the draft no longer held; what did not was dropped
├── BadTable       the table cannot be opened like this; names the field
└── BadForm        what was filled in is no move at all; names the field
"""

from __future__ import annotations

from engine.core.errors import RulesError
from engine.core.types import Move


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


class MovedOn(Stale):
    code = "moved-on"

    def __init__(self, fault: RulesError) -> None:
        super().__init__(str(fault))
        self.fault = fault


class DraftBroken(Stale):
    code = "draft-broken"

    def __init__(self, move: Move, fault: RulesError) -> None:
        super().__init__(f"{move}: {fault}")
        self.move = move
        self.fault = fault


class BadTable(TableError):
    code = "bad-table"

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


class BadForm(TableError):
    code = "bad-form"

    def __init__(self, why: str, verb: str, key: str, most: int = 0) -> None:
        super().__init__(f"{verb}.{key}: {why}")
        self.why = why
        self.verb = verb
        self.key = key
        self.most = most
