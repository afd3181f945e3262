"""Who carries an effect out, and until when the others leave it alone.

A lease is short, so that the work of a killed worker is soon taken over, and renews itself
while the handler is at work, so that a living one is left in peace.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import connections
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from outbox.models import Effect

log = structlog.get_logger(__name__)

# A mark that lies further ahead than this was set before the clock was put back.
FARTHEST = timedelta(minutes=10)


def free(now: datetime) -> QuerySet[Effect]:
    """What is open and nobody has."""
    return Effect.objects.filter(
        past("claimed_until", now), done_at__isnull=True, given_up_at__isnull=True
    )


def past(mark: str, now: datetime) -> Q:
    """The mark is not set, has passed, or cannot be true."""
    return (
        Q(**{f"{mark}__isnull": True})
        | Q(**{f"{mark}__lte": now})
        | Q(**{f"{mark}__gt": now + FARTHEST})
    )


def claim(effect_id: int, due: Callable[[datetime], Q]) -> Effect | None:
    """Compare and swap: of all who try, one update finds the row free."""
    now = timezone.now()
    kind = Effect.objects.filter(pk=effect_id).values_list("kind", flat=True).first()
    if kind is None:
        return None
    token = uuid.uuid4()
    taken = (
        free(now)
        .filter(due(now), pk=effect_id)
        .update(claim=token, claimed_until=now + _lease(kind), attempts=F("attempts") + 1)
    )
    return Effect.objects.filter(pk=effect_id, claim=token).first() if taken else None


def settle(effect: Effect, **changes: Any) -> bool:
    """Change the row while the claim is still ours; a lost lease changes nothing."""
    mine = Effect.objects.filter(pk=effect.pk, claim=effect.claim, done_at__isnull=True)
    return bool(mine.update(**changes))


def renew(effect: Effect) -> bool:
    return settle(effect, claimed_until=timezone.now() + _lease(effect.kind))


@contextmanager
def kept(effect: Effect) -> Iterator[None]:
    """Renew the lease for as long as the work inside takes. Measured by a steady clock."""
    done = threading.Event()
    # A thread for each, not one for all: it is there in every kind of worker process, and it
    # opens a connection only for work that takes long.
    threading.Thread(target=_keep, args=(effect, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def _keep(effect: Effect, done: threading.Event) -> None:
    pause = _lease(effect.kind).total_seconds() / 3
    while not done.wait(pause):
        try:
            renew(effect)
        except Exception as error:  # the database may be back for the next one
            log.warning("effect.not_renewed", effect=effect.pk, error=type(error).__name__)
        finally:
            connections.close_all()  # this thread's own


def _lease(kind: str) -> timedelta:
    seconds = settings.OUTBOX_LEASE_SECONDS
    if kind in settings.OUTBOX_SHORT_WORK:
        seconds = min(seconds, settings.OUTBOX_SHORT_LEASE_SECONDS)
    return timedelta(seconds=seconds)
