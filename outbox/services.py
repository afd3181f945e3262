"""Promise an effect inside a transaction; carry it out at least once after it.

The database row is the promise. Celery messages are only wake-up calls: one that is lost
(Redis down, worker killed) is made good by the sweep, one too many finds the row taken.
Leases are in `outbox.leases`; `outbox.pulse` sweeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from celery import signature
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import IntegrityError, connection, transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone
from django.utils.module_loading import import_string

from ops.logs import bind_request_id, current_request_id
from outbox import leases
from outbox.errors import GiveUp, Later
from outbox.models import Effect

log = structlog.get_logger(__name__)

FIRST_RETRY = timedelta(seconds=5)
LONGEST_RETRY = timedelta(hours=6)
MAX_ATTEMPTS = 15
SWEEP_BATCH = 200
KEEP_DONE = timedelta(days=30)
KEEP_GIVEN_UP = timedelta(days=90)
RUN = "outbox.tasks.run"  # by name: the task calls back into this module
AWAITED, ORDINARY = 0, 6  # priorities of messages in Redis: the lowest number comes first
NOTE_SECONDS = 10.0  # how long a worker tries to note what has happened; less than a lease
NOTE_PAUSE = 0.2

# What a handler may answer: the payload to remember instead of the one it was given.
Handler = Callable[[Effect], dict[str, Any] | None]


def promise(
    *,
    kind: str,
    payload: dict[str, Any],
    lane: str = Effect.Lane.FAST,
    key: str | None = None,
    due_at: datetime | None = None,
) -> Effect:
    """Write the effect in the caller's transaction. The same key is the same promise."""
    if kind not in settings.OUTBOX_HANDLERS:
        raise ValueError(f"No handler is registered for the effect kind {kind!r}.")
    now = timezone.now()
    due = due_at or now
    effect = Effect(
        kind=kind,
        payload=payload,
        lane=lane,
        key=key,
        created_at=now,
        due_at=due,
        queued_until=now + _queued() if due <= now else None,
        request_id=current_request_id(),
    )
    if key is None:
        effect.save(force_insert=True)
    else:
        try:
            with transaction.atomic():  # a savepoint, so that a second promise harms nothing
                effect.save(force_insert=True)
        except IntegrityError:
            return Effect.objects.get(key=key)
    if due <= now:
        transaction.on_commit(partial(_wake, effect.pk, lane, kind))
    return effect


def cancel(*, key: str) -> bool:
    """Take a promise back that nobody has begun to carry out."""
    now = timezone.now()
    return bool(leases.free(now).filter(key=key).update(done_at=now))


def run(effect_id: int) -> bool:
    """Carry one effect out, if it is due and nobody else has it. True when it was done."""
    effect = leases.claim(effect_id, _due)
    if effect is None:
        return False
    with bind_request_id(effect.request_id), leases.kept(effect):
        try:
            handler: Handler = import_string(settings.OUTBOX_HANDLERS[effect.kind])
            remembered = handler(effect)
        except Later as later:
            if effect.done_at is None:
                _postponed(effect, later.seconds)
                return False
            remembered = None
        except Exception as error:
            if effect.done_at is None:  # what happened has happened, whatever went wrong later
                _failed(effect, error)
                return False
            remembered = None
        if effect.done_at is None and not happened(effect, remembered):
            log.warning("effect.lease_lost", kind=effect.kind, effect=effect.pk)
            return False
        log.info("effect.done", kind=effect.kind, effect=effect.pk, attempts=effect.attempts)
    return True


def happened(effect: Effect, remembered: dict[str, Any] | None = None) -> bool:
    """Note that the effect is carried out. False when the lease was lost to somebody else.

    A handler whose effect cannot be undone calls this itself, at once: what comes between the
    effect and the note is the time in which a crash repeats it. For the same reason a database
    that is away for a moment is asked again.
    """
    now = timezone.now()
    changes: dict[str, Any] = {"done_at": now, "last_error": ""}
    if remembered is not None:
        changes["payload"] = remembered
    end = time.monotonic() + NOTE_SECONDS
    while True:
        try:
            noted = leases.settle(effect, **changes)
            break
        except DatabaseTrouble:
            if connection.in_atomic_block or time.monotonic() > end:
                raise
            connection.close()  # the next attempt opens another
            time.sleep(NOTE_PAUSE)
    effect.done_at = now
    return noted


def renew(effect: Effect) -> bool:
    """Prolong the lease; False when somebody else has the effect, who will carry it out.

    The lease of a handler at work renews itself. One whose effect cannot be undone asks
    right before it: a machine that slept may wake up in the middle of a handler.
    """
    return leases.renew(effect)


def sweep(*, lost: bool = False) -> int:
    """Wake the workers for every effect that waits and has no message under way.

    With `lost`, messages under way count as lost: their queue or their worker has died.
    """
    now = timezone.now()
    waiting = leases.free(now).filter(_due(now))
    if not lost:
        waiting = waiting.filter(leases.past("queued_until", now))
    awaited_first = Case(When(kind__in=settings.OUTBOX_SHORT_WORK, then=0), default=1)
    rows = waiting.order_by(awaited_first, "due_at").values_list("pk", "lane", "kind")
    found = list(rows[:SWEEP_BATCH])
    Effect.objects.filter(pk__in=[row[0] for row in found]).update(queued_until=now + _queued())
    for woken, row in enumerate(found):
        if _wake(*row) is False:  # nor will the others be heard
            rest = [row[0] for row in found[woken:]]
            Effect.objects.filter(pk__in=rest).update(queued_until=None)
            return woken
    return len(found)


def prune() -> int:
    """Forget what was done long ago."""
    now = timezone.now()
    old = Q(done_at__lt=now - KEEP_DONE) | Q(given_up_at__lt=now - KEEP_GIVEN_UP)
    return Effect.objects.filter(old).delete()[0]


def retry_now(effects: QuerySet[Effect]) -> int:
    """Try given-up or waiting effects again at once."""
    now = timezone.now()
    return effects.filter(done_at__isnull=True).update(
        given_up_at=None, due_at=now, attempts=0, queued_until=None
    )


def _due(now: datetime) -> Q:
    """Its time has come; or it was promised for at once, before the clock was put back."""
    return Q(due_at__lte=now) | Q(created_at__gt=now, due_at__lte=F("created_at"))


def _queued() -> timedelta:
    """How long a message may be under way before it counts as lost."""
    return timedelta(seconds=settings.OUTBOX_QUEUED_SECONDS)


def _failed(effect: Effect, error: Exception) -> None:
    now = timezone.now()
    final = isinstance(error, GiveUp) or effect.attempts >= MAX_ATTEMPTS
    # The error's type and message only: a payload may hold secrets.
    text = f"{type(error).__name__}: {error}"[:1000]
    wait = min(FIRST_RETRY * 2 ** (effect.attempts - 1), LONGEST_RETRY)
    leases.settle(
        effect,
        last_error=text,
        claim=None,  # a renewal that comes late finds nothing to renew
        claimed_until=None,
        queued_until=None,
        due_at=now + wait,
        given_up_at=now if final else None,
    )
    report = log.error if final else log.warning
    report(
        "effect.given_up" if final else "effect.failed",
        kind=effect.kind,
        effect=effect.pk,
        attempts=effect.attempts,
        error=text,
    )


def _postponed(effect: Effect, seconds: float) -> None:
    """Back into the queue for later, as if it hadn't been tried."""
    leases.settle(
        effect,
        claim=None,
        claimed_until=None,
        queued_until=None,
        due_at=timezone.now() + timedelta(seconds=seconds),
        attempts=max(0, effect.attempts - 1),
    )
    log.info("effect.postponed", kind=effect.kind, effect=effect.pk, seconds=round(seconds))


def _wake(effect_id: int, lane: str, kind: str) -> bool:
    """Tell the workers. If the broker cannot be reached, the sweep will."""
    # A bot overtakes the mails of its lane: somebody looks at the page and waits.
    priority = AWAITED if kind in settings.OUTBOX_SHORT_WORK else ORDINARY
    try:
        signature(RUN, (effect_id,)).apply_async(queue=lane, retry=False, priority=priority)
    except Exception as error:
        Effect.objects.filter(pk=effect_id).update(queued_until=None)
        log.warning("effect.not_queued", effect=effect_id, error=type(error).__name__)
        return False
    return True
