"""An effect exists exactly if its cause does, and is carried out at least once."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from outbox import leases, services
from outbox.errors import GiveUp
from outbox.models import Effect

carried_out: list[int] = []


def note(effect: Effect) -> None:
    carried_out.append(effect.pk)


def note_and_forget(effect: Effect) -> dict[str, Any]:
    return {"kept": 1}


def refuse(effect: Effect) -> None:
    raise ConnectionError("no answer")


def refuse_for_good(effect: Effect) -> None:
    raise GiveUp("never")


@pytest.fixture(autouse=True)
def _handlers(settings: Any) -> None:
    carried_out.clear()
    here = "tests.outbox.test_outbox"
    settings.OUTBOX_HANDLERS = {
        name: f"{here}.{name.replace('-', '_')}"
        for name in ("note", "note-and-forget", "refuse", "refuse-for-good")
    }


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    calls: list[tuple[int, str]] = []
    monkeypatch.setattr(services, "_wake", lambda pk, lane, kind: calls.append((pk, lane)))
    return calls


def promise(kind: str = "note", **fields: Any) -> Effect:
    return services.promise(kind=kind, payload={"n": 1}, **fields)


@pytest.mark.django_db(transaction=True)
def test_it_vanishes_with_a_transaction_that_fails(woken: list[tuple[int, str]]) -> None:
    with transaction.atomic():
        promise()
        transaction.set_rollback(True)

    assert not Effect.objects.exists()
    assert woken == []


@pytest.mark.django_db(transaction=True)
def test_it_wakes_the_lane_only_after_the_commit(woken: list[tuple[int, str]]) -> None:
    with transaction.atomic():
        effect = promise(lane="slow")
        assert woken == []

    assert woken == [(effect.pk, "slow")]


def test_it_refuses_a_kind_nobody_handles(db: None) -> None:
    with pytest.raises(ValueError, match="unheard-of"):
        promise("unheard-of")


def test_the_same_key_is_the_same_promise(db: None, woken: list[tuple[int, str]]) -> None:
    first, second = promise(key="turn:1"), promise(key="turn:1")

    assert first.pk == second.pk
    assert Effect.objects.count() == 1


def test_it_is_carried_out_once(db: None, woken: list[tuple[int, str]]) -> None:
    effect = promise()

    assert services.run(effect.pk) is True
    assert services.run(effect.pk) is False

    assert carried_out == [effect.pk]


def test_it_does_nothing_for_an_effect_that_is_gone(db: None) -> None:
    assert services.run(12345) is False


def test_it_does_not_run_before_its_time(db: None, woken: list[tuple[int, str]]) -> None:
    effect = promise(due_at=timezone.now() + timedelta(hours=1))

    assert services.run(effect.pk) is False
    assert woken == []


def test_it_may_be_cancelled_until_somebody_begins(db: None, woken: list[tuple[int, str]]) -> None:
    effect = promise(key="mail:7", due_at=timezone.now() + timedelta(hours=1))

    assert services.cancel(key="mail:7") is True
    assert services.cancel(key="mail:7") is False

    effect.refresh_from_db()
    assert effect.done_at is not None


def test_a_handler_may_say_what_to_remember(db: None, woken: list[tuple[int, str]]) -> None:
    effect = promise("note-and-forget")

    services.run(effect.pk)

    effect.refresh_from_db()
    assert effect.payload == {"kept": 1}


@pytest.mark.parametrize(
    ("attempts", "seconds"), [(0, 5), (1, 10), (2, 20), (12, 20480), (13, 21600)]
)
def test_a_failure_waits_longer_each_time(
    db: None, woken: list[tuple[int, str]], attempts: int, seconds: int
) -> None:
    effect = promise("refuse")
    Effect.objects.filter(pk=effect.pk).update(attempts=attempts)

    services.run(effect.pk)

    effect.refresh_from_db()
    wait = (effect.due_at - timezone.now()).total_seconds()
    assert seconds - 2 < wait <= seconds
    assert effect.last_error == "ConnectionError: no answer"
    assert effect.given_up_at is None


@pytest.mark.parametrize(("kind", "attempts"), [("refuse-for-good", 0), ("refuse", 14)])
def test_it_gives_up_and_can_be_tried_again(
    db: None, woken: list[tuple[int, str]], kind: str, attempts: int
) -> None:
    effect = promise(kind)
    Effect.objects.filter(pk=effect.pk).update(attempts=attempts)

    services.run(effect.pk)

    effect.refresh_from_db()
    assert effect.given_up_at is not None
    assert services.sweep() == 0

    services.retry_now(Effect.objects.all())
    assert services.sweep() == 1


def test_the_sweep_wakes_what_waits_and_does_not_repeat_itself(
    db: None, woken: list[tuple[int, str]]
) -> None:
    lost = promise()
    promise(due_at=timezone.now() + timedelta(hours=1))
    Effect.objects.filter(pk=lost.pk).update(queued_until=None)
    woken.clear()

    assert services.sweep() == 1
    assert services.sweep() == 0

    assert woken == [(lost.pk, "fast")]


def test_another_worker_takes_over_when_the_lease_runs_out(
    db: None, woken: list[tuple[int, str]]
) -> None:
    effect = promise()
    held = leases.claim(effect.pk, services._due)
    assert held is not None
    assert services.run(effect.pk) is False  # the lease still holds

    past = timezone.now() - timedelta(seconds=1)
    Effect.objects.filter(pk=effect.pk).update(claimed_until=past, queued_until=past)
    assert services.sweep() == 1
    assert services.run(effect.pk) is True

    # The one that was presumed dead comes back: its word no longer counts.
    services._failed(held, RuntimeError("late"))
    effect.refresh_from_db()
    assert effect.done_at is not None
    assert effect.last_error == ""


def test_a_long_handler_may_renew_its_lease(db: None, woken: list[tuple[int, str]]) -> None:
    effect = promise(lane="slow")
    held = leases.claim(effect.pk, services._due)
    assert held is not None
    Effect.objects.filter(pk=effect.pk).update(claimed_until=timezone.now())

    services.renew(held)

    assert services.run(effect.pk) is False


def test_a_broker_that_is_down_costs_nothing(
    db: None, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from outbox import tasks

    def no_broker(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(tasks.run, "apply_async", no_broker)
    with django_capture_on_commit_callbacks(execute=True):
        effect = promise()

    effect.refresh_from_db()
    assert effect.queued_until is None  # so the next sweep takes it


def test_it_forgets_what_was_done_long_ago(db: None, woken: list[tuple[int, str]]) -> None:
    old, new = promise(), promise()
    Effect.objects.filter(pk=old.pk).update(done_at=timezone.now() - timedelta(days=31))
    Effect.objects.filter(pk=new.pk).update(done_at=timezone.now())

    assert services.prune() == 1

    assert list(Effect.objects.all()) == [new]


@pytest.mark.django_db(transaction=True)
def test_of_many_workers_one_gets_it(woken: list[tuple[int, str]]) -> None:
    effect = promise()
    start = threading.Barrier(8)
    done: list[bool] = []

    def worker() -> None:
        start.wait()
        try:
            done.append(services.run(effect.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=worker) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(done) == [False] * 7 + [True]
    assert carried_out == [effect.pk]
