"""Telling open pages to look again. A nudge carries no content: pages fetch what they may see.

Published straight to Redis, in the form the pub/sub channel layer's groups listen to: the layer's
own `group_send` opens a connection and an event loop for every call from synchronous code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import redis
import structlog
from channels_redis.serializers import registry
from django.conf import settings

log = structlog.get_logger(__name__)

PREFIX = "asgi"  # the layer's own default

# What changed, so that a page knows which of its parts to fetch.
TABLE = "table"  # the position moved on; whoever shows this ply already need not look
SEATS = "seats"  # who sits where, or who plays for a seat
END = "end"  # the match or the open table is over
TALK = "talk"
TAKE_BACK = "take-back"
HERE = "here"  # somebody opened the table's page, or looks at it no longer
HOME = "home"  # nothing at a table: an invitation came or went
NEWS = "news"  # somebody has a new notice
DRAFT = "draft"  # somebody's draft changed: for other windows of theirs, nobody else
ELSEWHERE = "elsewhere"  # said by a match's socket of another match of the same player


def match_group(code: str) -> str:
    return f"match.{code}"


def player_group(user_id: int) -> str:
    return f"me.{user_id}"


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


@cache
def _serializer() -> object:
    return registry.get_serializer("msgpack")


def send(code: str, ply: int, what: str = TABLE, people: Iterable[int] = (), at: str = "") -> None:
    """The same words to everybody at the match and to the home pages of `people`, in one go.

    What changed on a home page is told there alone. `at` is the decision a page of the draft's
    owner answers now: the window that shows it already need not look.

    Best effort: whoever misses it sees the change at the next look.
    """
    said = {"match": code, "ply": ply, "what": what} | ({"at": at} if at else {})
    # Whether an invitation has reached anybody is not for those at the table to know, nor who
    # is at work on a draft.
    table = [] if what in (HOME, NEWS, DRAFT) else [match_group(code)]
    # A match page is in its player's group, too: it knows by the type what it has heard already.
    groups = {"look.again": table, "look.mine": [*map(player_group, people)]}
    try:
        with _client().pipeline(transaction=False) as pipeline:
            for kind, names in groups.items():
                body = _serializer().serialize({"type": kind, **said})  # type: ignore[attr-defined]
                for name in names:
                    pipeline.publish(f"{PREFIX}__group__{name}", body)
            pipeline.execute()
    except redis.RedisError as error:
        log.info("nudge.lost", match=code, error=type(error).__name__)
