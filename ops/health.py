"""Is this process able to serve? Each check is named, timed and short.

The checks use connections of their own with short time-outs: waiting for a place in the
pool would make a dead database look like a slow site.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
import structlog
from django.conf import settings
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger("ops.health")

FRESH_SECONDS = 1.0
CONNECT_SECONDS = 2


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    ok: bool
    ms: float
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"ok": self.ok, "ms": self.ms}
        return {**found, "detail": self.detail} if self.detail else found


class NotReady(Exception):
    """A check failed for a reason that may be shown to anybody."""


def own_connection() -> BaseDatabaseWrapper:
    """A connection beside the pool, closed after use."""
    connection = connections["default"].copy()
    options = dict(connection.settings_dict["OPTIONS"])
    options.pop("pool", None)
    if connection.vendor == "postgresql":
        options["connect_timeout"] = CONNECT_SECONDS
        options["options"] = f"-c statement_timeout={CONNECT_SECONDS * 1000}"
    connection.settings_dict["OPTIONS"] = options
    return connection


def check_database() -> None:
    connection = own_connection()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    finally:
        connection.close()


@cache
def known_migrations() -> dict[tuple[str, str], tuple[tuple[str, str], ...]]:
    """Migrations of this version of the code, each with those it replaces."""
    loader = MigrationLoader(None)
    return {key: tuple(m.replaces) for key, m in (loader.disk_migrations or {}).items()}


def check_migrations() -> None:
    connection = own_connection()
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    finally:
        connection.close()
    missing = [
        key
        for key, replaced in known_migrations().items()
        if key not in applied and not (replaced and set(replaced) <= applied)
    ]
    if missing:
        raise NotReady(f"{len(missing)} not applied")


def check_redis() -> None:
    client = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=1,
        socket_timeout=1,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        client.ping()
    finally:
        client.close()


CHECKS: dict[str, Callable[[], None]] = {
    "database": check_database,
    "migrations": check_migrations,
    "redis": check_redis,
}


def _run(name: str, check: Callable[[], None]) -> Finding:
    started = time.perf_counter()
    ok, detail = True, ""
    try:
        check()
    except NotReady as error:
        ok, detail = False, str(error)
    except Exception as error:
        # The text may name hosts and users: it goes to the log, the answer says only "fail".
        ok = False
        log.warning("check_failed", check=name, error=type(error).__name__, reason=str(error))
    return Finding(name, ok, round((time.perf_counter() - started) * 1000, 1), detail)


_lock = threading.Lock()
_last: tuple[float, list[Finding]] | None = None


def readiness() -> list[Finding]:
    """All findings, at most a second old: asking often costs nothing."""
    global _last
    with _lock:
        now = time.monotonic()
        if _last is None or now - _last[0] > FRESH_SECONDS:
            findings: list[Finding] = []
            for name, check in CHECKS.items():
                if name == "migrations" and not findings[0].ok:
                    findings.append(Finding(name, False, 0.0, "unknown"))
                    continue
                findings.append(_run(name, check))
            _last = (time.monotonic(), findings)
        return _last[1]


def database_answers() -> bool:
    return any(finding.ok for finding in readiness() if finding.name == "database")


def forget() -> None:
    """For tests: the next answer is a fresh one."""
    global _last
    _last = None
