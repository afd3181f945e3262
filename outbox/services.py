"""Promise an effect inside a transaction; carry it out at least once after it.

The database row is the promise. Celery messages are only wake-up calls: one that is lost
(Redis down, worker killed) is made good by the sweep, one too many finds the row taken.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from ops.logs import bind_request_id, current_request_id
from outbox.errors import GiveUp
from outbox.models import Effect

log = structlog.get_logger(__name__)

SLOW_LEASE_FACTOR = 10
FIRST_RETRY = timedelta(seconds=5)
LONGEST_RETRY = timedelta(hours=6)
MAX_ATTEMPTS = 15
SWEEP_BATCH = 200
KEEP_DONE = timedelta(days=30)
KEEP_GIVEN_UP = timedelta(days=90)

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
        transaction.on_commit(partial(_wake, effect.pk, lane))
    return effect


def cancel(*, key: str) -> bool:
    """Take a promise back that nobody has begun to carry out."""
    return bool(_free(timezone.now()).filter(key=key).update(done_at=timezone.now()))


def run(effect_id: int) -> bool:
    """Carry one effect out, if it is due and nobody else has it. True when it was done."""
    effect = _claim(effect_id)
    if effect is None:
        return False
    bind_request_id(effect.request_id)
    try:
        handler: Handler = import_string(settings.OUTBOX_HANDLERS[effect.kind])
        remembered = handler(effect)
    except Exception as error:
        _failed(effect, error)
        return False
    changes: dict[str, Any] = {"done_at": timezone.now(), "last_error": ""}
    if remembered is not None:
        changes["payload"] = remembered
    _settle(effect, **changes)
    log.info("effect.done", kind=effect.kind, effect=effect.pk, attempts=effect.attempts)
    return True


def renew(effect: Effect) -> None:
    """A long handler says that it is still at work."""
    _settle(effect, claimed_until=timezone.now() + _lease(effect.lane))


def sweep() -> int:
    """Wake the workers for every effect that waits and has no message under way."""
    now = timezone.now()
    waiting = (
        _free(now)
        .filter(Q(queued_until__isnull=True) | Q(queued_until__lte=now))
        .filter(due_at__lte=now)
    )
    found = list(waiting.order_by("due_at").values_list("pk", "lane")[:SWEEP_BATCH])
    Effect.objects.filter(pk__in=[pk for pk, _ in found]).update(queued_until=now + _queued())
    for pk, lane in found:
        _wake(pk, lane)
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


def _free(now: datetime) -> QuerySet[Effect]:
    return Effect.objects.filter(
        Q(claimed_until__isnull=True) | Q(claimed_until__lte=now),
        done_at__isnull=True,
        given_up_at__isnull=True,
    )


def _queued() -> timedelta:
    """How long a message may be under way before it counts as lost."""
    return timedelta(seconds=settings.OUTBOX_QUEUED_SECONDS)


def _lease(lane: str) -> timedelta:
    seconds = settings.OUTBOX_LEASE_SECONDS
    return timedelta(seconds=seconds * (SLOW_LEASE_FACTOR if lane == Effect.Lane.SLOW else 1))


def _claim(effect_id: int) -> Effect | None:
    """Compare and swap: of all who try, one update finds the row free."""
    now = timezone.now()
    lane = Effect.objects.filter(pk=effect_id).values_list("lane", flat=True).first()
    if lane is None:
        return None
    token = uuid.uuid4()
    taken = (
        _free(now)
        .filter(pk=effect_id, due_at__lte=now)
        .update(claim=token, claimed_until=now + _lease(lane), attempts=F("attempts") + 1)
    )
    return Effect.objects.get(pk=effect_id) if taken else None


def _settle(effect: Effect, **changes: Any) -> None:
    """Change the row while the claim is still ours; a lost lease changes nothing."""
    Effect.objects.filter(pk=effect.pk, claim=effect.claim).update(**changes)


def _failed(effect: Effect, error: Exception) -> None:
    now = timezone.now()
    final = isinstance(error, GiveUp) or effect.attempts >= MAX_ATTEMPTS
    # The error's type and message only: a payload may hold secrets.
    text = f"{type(error).__name__}: {error}"[:1000]
    wait = min(FIRST_RETRY * 2 ** (effect.attempts - 1), LONGEST_RETRY)
    _settle(
        effect,
        last_error=text,
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


def _wake(effect_id: int, lane: str) -> None:
    """Tell the workers. If the broker cannot be reached, the sweep will."""
    from outbox.tasks import run as run_task

    try:
        run_task.apply_async((effect_id,), queue=lane, retry=False)
    except Exception as error:
        Effect.objects.filter(pk=effect_id).update(queued_until=None)
        log.warning("effect.not_queued", effect=effect_id, error=type(error).__name__)
