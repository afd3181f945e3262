"""Reading several tables as they were at one moment.

A page is made of many statements. Between two of them somebody may commit, and a page of one half
from before and one from after says things that were never true. Inside `snapshot()` every
statement sees the same moment, and nothing can be written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

REPEATABLE = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
WRITES = ("INSERT", "UPDATE", "DELETE")


class WroteWhileReading(RuntimeError):
    """A fault of ours: a page that only looks must not change anything."""


@contextmanager
def snapshot() -> Iterator[None]:
    """One moment of the database, for reading only. Inside a transaction that one goes on."""
    with connection.execute_wrapper(_refuse_writes):
        if connection.in_atomic_block:
            yield
        elif connection.vendor == "sqlite":
            with _without_write_lock(), transaction.atomic():
                yield
        else:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(REPEATABLE)
                yield


@contextmanager
def _without_write_lock() -> Iterator[None]:
    """SQLite's transactions here begin with the lock for writing; a reader must not wait for it."""
    connection.ensure_connection()  # which reads the mode from the settings
    usual = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]


def _refuse_writes(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """PostgreSQL would refuse them by itself; SQLite, and tests inside a transaction, would not."""
    if sql.lstrip()[:6].upper() in WRITES:
        raise WroteWhileReading(sql[:80])
    return execute(sql, params, many, context)
