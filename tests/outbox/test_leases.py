"""A killed worker's work is soon taken over; a living worker's is left in peace."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.db import OperationalError, connection
from django.utils import timezone
from kombu.connection import Connection
from kombu.entity import Queue

from nauticus_site.celery import app
from outbox import leases, pulse, services
from outbox.models import Effect

NOON = datetime.fromisoformat("2026-11-17T12:00:00+00:00")

REAL_WAKE = services._wake
begun = threading.Event()
go_on = threading.Event()
carried_out: list[int] = []


def work(effect: Effect) -> None:
    begun.set()
    go_on.wait(10)
    carried_out.append(effect.pk)


@pytest.fixture(autouse=True)
def _world(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for event in (begun, go_on):
        event.clear()
    carried_out.clear()
    names = ("mail", "bot-turn", "data-export")
    settings.OUTBOX_HANDLERS = dict.fromkeys(names, "tests.outbox.test_leases.work")
    monkeypatch.setattr(services, "_wake", lambda pk, lane, kind: True)
    yield
    go_on.set()


def promise(kind: str = "mail", **fields: Any) -> Effect:
    return services.promise(kind=kind, payload={}, **fields)


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


@pytest.mark.parametrize("kind", ["bot-turn", "standing-plan"])
def test_who_waits_for_a_bot_waits_ten_seconds_at_most(kind: str) -> None:
    """Until the lease has ended and a sweep has noticed; the rest is for the work itself."""
    lease = leases._lease(kind).total_seconds()

    assert lease + site.OUTBOX_SWEEP_SECONDS <= 7


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["mail", "bot-turn", "data-export"])
def test_work_that_takes_longer_than_its_lease_is_left_in_peace(settings: Any, kind: str) -> None:
    settings.OUTBOX_LEASE_SECONDS = settings.OUTBOX_SHORT_LEASE_SECONDS = 0.5
    lane = Effect.Lane.SLOW if kind == "data-export" else Effect.Lane.FAST
    effect = promise(kind, lane=lane)

    def in_a_worker() -> None:
        services.run(effect.pk)
        connection.close()

    worker = threading.Thread(target=in_a_worker)
    worker.start()
    assert begun.wait(10)

    taken_over = []
    end = time.monotonic() + 2
    while time.monotonic() < end:
        taken_over.append(services.sweep(lost=True) > 0)
        time.sleep(0.1)
    go_on.set()
    worker.join()

    assert not any(taken_over)
    effect.refresh_from_db()
    assert effect.done_at is not None
    assert effect.attempts == 1
    assert carried_out == [effect.pk]


def test_a_late_renewal_does_not_hold_up_the_next_attempt(db: None) -> None:
    effect = promise()
    held = leases.claim(effect.pk, services._due)
    assert held is not None
    services._failed(held, ConnectionError("no answer"))

    assert services.renew(held) is False

    effect.refresh_from_db()
    assert effect.claimed_until is None


def test_a_worker_that_starts_takes_messages_under_way_for_lost(db: None) -> None:
    promise()
    assert services.sweep() == 0

    assert services.sweep(lost=True) == 1


def test_a_bot_overtakes_a_backlog_of_mails(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "SWEEP_BATCH", 3)
    woken: list[str] = []

    def wake(pk: int, lane: str, kind: str) -> bool:
        woken.append(kind)
        return True

    monkeypatch.setattr(services, "_wake", wake)
    for kind in ("mail", "mail", "mail", "bot-turn"):
        promise(kind)

    services.sweep(lost=True)

    assert woken == ["bot-turn", "mail", "mail"]


def test_a_worker_takes_the_message_of_a_bot_before_those_of_mails() -> None:
    with Connection(site.CELERY_BROKER_URL) as connection:
        queue = Queue("overtaking", channel=connection.default_channel)
        queue.declare()
        queue.purge()
        for pk, kind in enumerate(["mail", "mail", "bot-turn"]):
            assert REAL_WAKE(pk, "overtaking", kind)
        taken = [queue.get(no_ack=True) for _ in range(3)]

    assert [message.decode()[0][0] for message in taken] == [2, 0, 1]


def test_it_asks_no_further_while_the_broker_is_away(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        promise()
    asked: list[int] = []

    def nobody_hears(pk: int, lane: str, kind: str) -> bool:
        asked.append(pk)
        return False

    monkeypatch.setattr(services, "_wake", nobody_hears)

    assert services.sweep(lost=True) == 0

    assert len(asked) == 1
    assert not Effect.objects.filter(queued_until__isnull=False).exists()


def test_what_was_under_way_goes_on_when_the_clock_is_put_back(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, NOON)
    waiting, in_hand = promise(), promise()
    assert leases.claim(in_hand.pk, services._due)  # by a worker that is then killed
    later = promise(due_at=NOON + timedelta(hours=1))

    at(monkeypatch, NOON - timedelta(hours=2))

    assert services.sweep() == 2
    go_on.set()
    assert services.run(waiting.pk) is True
    assert services.run(in_hand.pk) is True
    assert services.run(later.pk) is False


@pytest.mark.django_db(transaction=True)
def test_what_happened_is_noted_though_the_database_was_away_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle, failures = leases.settle, iter([True, True, False])

    def shaky(effect: Effect, **changes: Any) -> bool:
        if next(failures):
            raise OperationalError("the database is away")
        return settle(effect, **changes)

    effect = promise()
    go_on.set()
    monkeypatch.setattr(leases, "settle", shaky)

    assert services.run(effect.pk) is True

    effect.refresh_from_db()
    assert effect.done_at is not None


def test_the_pulse_begins_at_once_and_survives_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()
    asked: list[bool] = []

    def sweep(*, lost: bool) -> int:
        asked.append(lost)
        if len(asked) == 4:
            stopped.set()
        if len(asked) in (1, 3):
            raise OperationalError("the database is away")
        return 0

    monkeypatch.setattr(services, "sweep", sweep)
    monkeypatch.setattr("django.db.close_old_connections", lambda: None)

    pulse.beat(stopped, 0.01)

    assert asked == [True, True, False, False]


def test_the_pulse_starts_afresh_with_every_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Event] = []

    class AtOnce:
        def __init__(self, args: tuple[threading.Event, float], **fields: Any) -> None:
            started.append(args[0])

        def start(self) -> None:
            pass

    monkeypatch.setattr("outbox.pulse.threading.Thread", AtOnce)
    (step,) = [step(None) for step in app.steps["consumer"] if step is pulse.Pulse]

    step.start(None)
    step.start(None)  # Redis was lost and found
    assert [stopped.is_set() for stopped in started] == [True, False]

    step.stop(None)
    assert [stopped.is_set() for stopped in started] == [True, True]
