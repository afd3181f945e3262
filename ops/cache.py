"""The shared cache, and what happens while Redis is away.

Rate limits and small caches live in Redis. When it cannot be reached every operation falls
back to memory of this process: limits still count (per process), sign-up still works. What
was written or deleted meanwhile is carried over when Redis returns, so that a stale value
does not come back to life.

An entry outlives the release that wrote it. One that today's code can't read isn't there.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any, ClassVar

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient, RedisSerializer
from redis import exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger("ops.cache")

AWAY = (
    exceptions.ConnectionError,
    exceptions.TimeoutError,
    exceptions.ReadOnlyError,
    exceptions.OutOfMemoryError,
    OSError,
)
# A server on the same network answers in a millisecond; longer waiting is in vain.
CONNECT_SECONDS = 0.3
ANSWER_SECONDS = 0.6
ASK_AGAIN_SECONDS = 1.0
REMEMBERED_KEYS = 10_000
MISSING = object()


def plain_key(key: str, prefix: str, version: int) -> str:
    """The fallback is handed keys that are complete already."""
    return key


class Memory(LocMemCache):
    """The fallback: this process's memory."""

    def seconds_left(self, key: str) -> int | None:
        """Until the key expires; None if it does not."""
        at: float | None = self._expire_info.get(key)  # type: ignore[attr-defined]
        return None if at is None else max(1, int(at - time.time()))


class Forgiving(RedisSerializer):
    """Reads what it can; an entry may name a class that has moved, or be no pickle at all."""

    def loads(self, data: Any) -> Any:
        try:
            return super().loads(data)
        except Exception as error:  # what a pickle does when it's read is up to the pickle
            log.warning("cache_unreadable", error=type(error).__name__)
            return MISSING


class ResilientClient:
    """Django's client of Redis, with a memory to fall back on. One per process and server."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        self.redis: Any = RedisCacheClient(
            servers,
            **{
                "serializer": Forgiving,
                "socket_connect_timeout": CONNECT_SECONDS,
                "socket_timeout": ANSWER_SECONDS,
                # Once more, without waiting: a pooled connection may be older than the server.
                "retry": Retry(NoBackoff(), 1),
                "max_connections": 1000,
                **options,
            },
        )
        self.memory = Memory(
            f"redis-fallback:{';'.join(servers)}",
            {"KEY_FUNCTION": plain_key, "OPTIONS": {"MAX_ENTRIES": 20_000}},
        )
        self.lock = threading.Lock()
        self.away_since: float | None = None
        self.ask_at = 0.0
        self.changed: dict[str, None] = {}

    def _do(self, name: str, keys: Iterable[str], *args: Any) -> Any:
        """Ask Redis; while it is away, do the same in memory. `keys` are those it changes."""
        if self._worth_asking():
            try:
                if self.away_since is not None:
                    self._return_to_redis()
                return getattr(self.redis, name)(*args)
            except AWAY as error:
                self._note_absence(error)
        with self.lock:
            if len(self.changed) < REMEMBERED_KEYS:
                self.changed.update(dict.fromkeys(keys))
        return getattr(self.memory, name)(*args)

    def _worth_asking(self) -> bool:
        """During an outage one caller a second tries; the others do not wait."""
        if self.away_since is None:
            return True
        with self.lock:
            now = time.monotonic()
            if now < self.ask_at:
                return False
            self.ask_at = now + ASK_AGAIN_SECONDS
            return True

    def _note_absence(self, error: Exception) -> None:
        with self.lock:
            self.ask_at = time.monotonic() + ASK_AGAIN_SECONDS
            if self.away_since is not None:
                return
            self.away_since = time.monotonic()
        log.error("cache_unreachable", error=type(error).__name__, fallback="memory")

    def _return_to_redis(self) -> None:
        """Bring Redis up to date with what changed in memory, then use it again."""
        with self.lock:
            if self.away_since is None:
                return
            client = self.redis.get_client(write=True)
            client.ping()
            pipeline = client.pipeline(transaction=False)
            for key in self.changed:
                value = self.memory.get(key, MISSING)
                if value is MISSING:
                    pipeline.delete(key)
                else:
                    pipeline.set(
                        key, self.redis._serializer.dumps(value), ex=self.memory.seconds_left(key)
                    )
            pipeline.execute()
            seconds = time.monotonic() - self.away_since
            self.away_since, self.changed = None, {}
            self.memory.clear()
        log.info("cache_back", seconds=round(seconds, 1))

    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        return bool(self._do("add", [key], key, value, timeout))

    def get(self, key: str, default: Any) -> Any:
        found = self._do("get", (), key, MISSING)
        return default if found is MISSING else found

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        self._do("set", [key], key, value, timeout)

    def touch(self, key: str, timeout: int | None) -> bool:
        return bool(self._do("touch", [key], key, timeout))

    def delete(self, key: str) -> bool:
        return bool(self._do("delete", [key], key))

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        found: dict[str, Any] = self._do("get_many", (), list(keys))
        return {key: value for key, value in found.items() if value is not MISSING}

    def has_key(self, key: str) -> bool:
        return bool(self._do("has_key", (), key))

    def incr(self, key: str, delta: int) -> int:
        return int(self._do("incr", [key], key, delta))

    def set_many(self, data: dict[str, Any], timeout: int | None) -> None:
        self._do("set_many", data, data, timeout)

    def delete_many(self, keys: list[str]) -> None:
        self._do("delete_many", keys, keys)

    def clear_prefix(self, prefix: str) -> None:
        """Django empties the whole Redis database, in which Celery's queues live too."""
        self.memory.clear()
        if not self._worth_asking():
            return
        try:
            client = self.redis.get_client(write=True)
            pattern = "".join(f"\\{c}" if c in "\\*?[]" else c for c in prefix) + "*"
            while keys := list(client.scan_iter(pattern, count=1000)):
                client.delete(*keys)
        except AWAY as error:
            self._note_absence(error)


class ResilientRedisCache(RedisCache):
    """Django's Redis cache over a client shared by the whole process.

    Django makes a cache object per thread, and under ASGI per request: the connections and
    the knowledge about an outage must outlive them.
    """

    _servers: list[str]
    _options: dict[str, Any]
    _clients: ClassVar[dict[str, ResilientClient]] = {}
    _clients_lock: ClassVar[threading.Lock] = threading.Lock()

    @property
    def _cache(self) -> ResilientClient:  # type: ignore[override]
        name = ";".join(self._servers)
        with self._clients_lock:
            if name not in self._clients:
                self._clients[name] = ResilientClient(self._servers, **self._options)
            return self._clients[name]

    @property
    def is_away(self) -> bool:
        """Redis doesn't answer: what is counted now counts in this process only."""
        return self._cache.away_since is not None

    def clear(self) -> None:
        self._cache.clear_prefix(f"{self.key_prefix}:")
