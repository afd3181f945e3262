"""Not more mail a minute to one receiving provider than it takes without complaint.

Counted in Redis, for all workers. While Redis is away mail isn't held back: better a little much
for a moment than none.
"""

from __future__ import annotations

import time

from django.conf import settings
from django.core.cache import cache

from mail import metrics
from mail.addresses import provider
from outbox.errors import Later
from outbox.models import Effect

MINUTE = 60
LONGEST = 3600


def take(effect: Effect, to: str) -> None:
    """Count this mail against its provider, once an attempt; raises Later when it must wait.

    `mail.services.send` does this itself. Who draws pictures first asks before.
    """
    limit: int = settings.MAIL_PER_PROVIDER
    if limit <= 0 or getattr(effect, "mail_counted", False):
        return
    now = time.time()
    minute = int(now // MINUTE)
    key = f"mail:provider:{provider(to)}:{minute}"
    cache.add(key, 0, 2 * MINUTE)
    try:
        number = cache.incr(key)
    except ValueError:  # gone between the two
        number = 1
    if number > limit and not _redis_is_away():
        metrics.count("postponed")
        raise Later(_until_its_turn(number, limit, now, minute))
    effect.mail_counted = True  # type: ignore[attr-defined]


def _until_its_turn(number: int, limit: int, now: float, minute: int) -> float:
    """The number in the queue says in which minute there is room, and where in that minute.

    All at the turn of the minute would only meet again.
    """
    minutes, place = divmod(number - 1, limit)
    at = (minute + minutes) * MINUTE + place * MINUTE / limit
    return min(max(1.0, at - now), LONGEST)


def _redis_is_away() -> bool:
    return bool(getattr(cache, "is_away", False))
