"""The small print of a promise: how long it is kept, who may break it, what is remembered."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone
from structlog.testing import capture_logs

from ops.logs import bind_request_id, current_request_id
from outbox import services, tasks
from outbox.models import Effect

pytestmark = pytest.mark.django_db

seen: list[str] = []


def work(effect: Effect) -> None:
    seen.append(current_request_id())


def look_away(effect: Effect) -> None:
    """While this one works, nobody may take the promise back or carry it out again."""
    assert services.cancel(key="the-same") is False
    assert services.run(effect.pk) is False
    assert services.sweep() == 0


def fail(effect: Effect) -> None:
    raise ConnectionError("x" * 2000)


@pytest.fixture(autouse=True)
def _handlers(settings: Any) -> None:
    seen.clear()
    here = "tests.outbox.test_promises"
    settings.OUTBOX_HANDLERS = {
        name: f"{here}.{name.replace('-', '_')}" for name in ("work", "look-away", "fail")
    }


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[int, ...], dict[str, Any]]]:
    """The messages to the workers."""
    found: list[tuple[tuple[int, ...], dict[str, Any]]] = []
    monkeypatch.setattr(
        tasks.run, "apply_async", lambda args, _named, **how: found.append((args, how))
    )
    return found


def promise(kind: str = "work", **fields: Any) -> Effect:
    return services.promise(kind=kind, payload={"n": 1}, **fields)


def test_it_is_what_was_promised() -> None:
    now = timezone.now()
    bind_request_id("the-cause")
    with time_machine.travel(now, tick=False):
        effect = promise(lane="slow", key="k", due_at=now + timedelta(hours=1))

    effect.refresh_from_db()
    assert (effect.kind, effect.payload, effect.lane, effect.key) == ("work", {"n": 1}, "slow", "k")
    assert (effect.created_at, effect.due_at) == (now, now + timedelta(hours=1))
    assert effect.queued_until is None  # no message is under way
    assert (effect.attempts, effect.done_at, effect.given_up_at) == (0, None, None)
    assert effect.request_id == "the-cause"


def test_what_is_due_has_a_message_under_way(
    sent: list[Any], settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False), django_capture_on_commit_callbacks(execute=True):
        effect = promise()

    assert effect.due_at == now
    assert effect.queued_until == now + timedelta(seconds=settings.OUTBOX_QUEUED_SECONDS)
    assert sent == [((effect.pk,), {"queue": "fast", "retry": False, "priority": 6})]


def test_a_broker_that_is_down_is_noted_for_this_one_alone(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        queued = promise()

    def no_broker(*args: Any, **how: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(tasks.run, "apply_async", no_broker)
    with django_capture_on_commit_callbacks(execute=True):
        lost = promise()

    for effect in (queued, lost):
        effect.refresh_from_db()
    assert queued.queued_until is not None
    assert lost.queued_until is None


def test_its_worker_speaks_of_the_request_that_caused_it() -> None:
    bind_request_id("the-cause")
    effect = promise()
    bind_request_id("another")

    services.run(effect.pk)

    assert seen == ["the-cause"]
    assert current_request_id() == "another"  # and is done with it afterwards


def test_nobody_takes_back_or_repeats_what_is_being_done() -> None:
    effect = promise("look-away", key="the-same")

    assert services.run(effect.pk) is True
    effect.refresh_from_db()
    assert effect.attempts == 1
    assert effect.done_at is not None
    assert services.cancel(key="the-same") is False  # nor what is done


def test_what_was_taken_back_is_not_done() -> None:
    effect = promise(key="k")
    assert services.cancel(key="other") is False
    assert services.cancel(key="k") is True

    assert services.run(effect.pk) is False
    assert seen == []


def test_an_error_is_remembered_and_forgotten_with_success(settings: Any) -> None:
    effect = promise("fail")
    with capture_logs() as logs:
        assert services.run(effect.pk) is False
    effect.refresh_from_db()
    assert effect.last_error == f"ConnectionError: {'x' * 2000}"[:1000]
    assert (effect.claimed_until, effect.queued_until) == (None, None)
    assert effect.attempts == 1
    assert [(line["event"], line["log_level"]) for line in logs] == [("effect.failed", "warning")]

    settings.OUTBOX_HANDLERS = {"fail": "tests.outbox.test_promises.work"}
    assert services.run(effect.pk) is False  # not before its time
    Effect.objects.update(due_at=timezone.now())
    assert services.run(effect.pk) is True
    effect.refresh_from_db()
    assert (effect.last_error, effect.attempts) == ("", 2)
    assert effect.payload == {"n": 1}


@pytest.mark.parametrize(("before", "ends"), [(13, False), (14, True)])
def test_the_fifteenth_failure_is_the_last(before: int, ends: bool) -> None:
    effect = promise("fail")
    Effect.objects.update(attempts=before)

    with capture_logs() as logs:
        services.run(effect.pk)

    effect.refresh_from_db()
    assert (effect.given_up_at is not None) is ends
    assert [line["event"] for line in logs] == ["effect.given_up" if ends else "effect.failed"]


def test_trying_again_begins_at_the_beginning(sent: list[Any]) -> None:
    failed, done = promise("fail"), promise()
    services.run(done.pk)
    Effect.objects.filter(pk=failed.pk).update(attempts=14)
    services.run(failed.pk)

    assert services.retry_now(Effect.objects.all()) == 1

    failed.refresh_from_db()
    assert (failed.given_up_at, failed.attempts, failed.queued_until) == (None, 0, None)
    assert failed.due_at <= timezone.now()
    assert services.sweep() == 1


def test_the_sweep_begins_with_what_waits_longest_and_takes_two_hundred(sent: list[Any]) -> None:
    now = timezone.now()
    rows = Effect.objects.bulk_create(
        Effect(kind="work", due_at=now - timedelta(seconds=n)) for n in range(201)
    )

    assert services.sweep() == 200
    assert [args for args, _how in sent] == [(row.pk,) for row in reversed(rows[1:])]
    assert services.sweep() == 1
    assert services.sweep() == 0


def test_a_lost_message_is_sent_again_when_its_time_is_over(sent: list[Any], settings: Any) -> None:
    now = timezone.now()
    wait = timedelta(seconds=settings.OUTBOX_QUEUED_SECONDS)
    with time_machine.travel(now, tick=False):
        promise(lane="slow")
    with time_machine.travel(now + wait - timedelta(seconds=1), tick=False):
        assert services.sweep() == 0
    with time_machine.travel(now + wait, tick=False):
        assert services.sweep() == 1
        assert services.sweep() == 0
    assert [how["queue"] for _args, how in sent] == ["slow"]


@pytest.mark.parametrize(("field", "days"), [("done_at", 30), ("given_up_at", 90)])
def test_what_was_done_is_kept_a_month_and_what_failed_three(field: str, days: int) -> None:
    old, new = promise(), promise()
    promise()  # what waits stays however old
    now = timezone.now()
    Effect.objects.update(created_at=now - timedelta(days=400))
    for effect, more in ((old, 1), (new, -1)):
        when = now - timedelta(days=days, minutes=more)
        Effect.objects.filter(pk=effect.pk).update(**{field: when})

    assert services.prune() == 1
    assert not Effect.objects.filter(pk=old.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_a_second_promise_leaves_the_callers_transaction_whole(sent: list[Any]) -> None:
    with transaction.atomic():
        first = promise(key="k")
        assert promise(key="k").pk == first.pk
        other = promise(key="other")

    assert set(Effect.objects.all()) == {first, other}
    assert [args for args, _how in sent] == [(first.pk,), (other.pk,)]


@pytest.mark.django_db(transaction=True)
def test_the_same_promise_made_twice_in_one_moment_is_one(sent: list[Any]) -> None:
    from django.db import connection

    ready = threading.Barrier(4)
    made: list[int] = []

    def make() -> None:
        ready.wait()
        try:
            with transaction.atomic():
                made.append(promise(key="k").pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert Effect.objects.count() == 1
    assert len(set(made)) == 1
