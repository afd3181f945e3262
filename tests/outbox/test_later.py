"""What must wait is asked again in time, and waiting isn't failing."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.utils import timezone

from outbox import services
from outbox.errors import Later
from outbox.models import Effect
from outbox.services import happened

pytestmark = pytest.mark.django_db

answers: list[str] = []


def wait(effect: Effect) -> None:
    if answers and answers.pop() == "now":
        return
    raise Later(90)


def done_and_wait(effect: Effect) -> None:
    happened(effect, {"kept": 1})
    raise Later(90)


def lose(effect: Effect) -> None:
    Effect.objects.filter(pk=effect.pk).update(claim=None)  # another worker has it
    raise Later(90)


@pytest.fixture(autouse=True)
def _handlers(settings: Any) -> None:
    answers.clear()
    here = "tests.outbox.test_later"
    settings.OUTBOX_HANDLERS = {
        "wait": f"{here}.wait",
        "done": f"{here}.done_and_wait",
        "lose": f"{here}.lose",
    }


def test_it_waits_without_counting_an_attempt() -> None:
    effect = services.promise(kind="wait", payload={"n": 1})
    Effect.objects.update(attempts=3, last_error="ConnectionError: no answer")

    assert services.run(effect.pk) is False

    effect.refresh_from_db()
    assert 88 < (effect.due_at - timezone.now()).total_seconds() <= 90
    assert effect.attempts == 3
    assert effect.last_error == "ConnectionError: no answer"
    assert (effect.claim, effect.claimed_until, effect.queued_until) == (None, None, None)
    assert (effect.done_at, effect.given_up_at, effect.payload) == (None, None, {"n": 1})


def test_it_waits_as_often_as_it_must_and_is_carried_out_then() -> None:
    effect = services.promise(kind="wait", payload={})
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _ in range(services.MAX_ATTEMPTS + 5):
            assert services.run(effect.pk) is False
            assert services.sweep() == 0  # not yet
            clock.shift(91)
            assert services.sweep() == 1
        answers.append("now")
        assert services.run(effect.pk) is True

    effect.refresh_from_db()
    assert effect.attempts == 1


def test_what_has_happened_is_not_put_off() -> None:
    effect = services.promise(kind="done", payload={})

    assert services.run(effect.pk) is True

    effect.refresh_from_db()
    assert effect.done_at is not None
    assert effect.payload == {"kept": 1}


def test_a_lost_lease_puts_nothing_off() -> None:
    effect = services.promise(kind="lose", payload={})
    due = effect.due_at

    assert services.run(effect.pk) is False

    effect.refresh_from_db()
    assert effect.due_at == due
