"""Telling open pages to look again. A nudge carries no content: pages fetch what they may see.

Published straight to Redis, in the form the pub/sub channel layer's groups listen to: the layer's
own `group_send` opens a connection and an event loop for every call from synchronous code.
"""

from __future__ import annotations

from functools import cache

import redis
import structlog
from channels_redis.serializers import registry
from django.conf import settings

log = structlog.get_logger(__name__)

PREFIX = "asgi"  # the layer's own default


def group(code: str) -> str:
    return f"match.{code}"


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


@cache
def _serializer() -> object:
    return registry.get_serializer("msgpack")


def send(code: str, ply: int) -> None:
    """Best effort: whoever misses it sees the change at the next look."""
    message = {"type": "match.changed", "match": code, "ply": ply}
    try:
        body = _serializer().serialize(message)  # type: ignore[attr-defined]
        _client().publish(f"{PREFIX}__group__{group(code)}", body)
    except redis.RedisError as error:
        log.info("nudge.lost", match=code, error=type(error).__name__)
