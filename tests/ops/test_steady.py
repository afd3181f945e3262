"""Periodic tasks go on when the clock is put back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from celery import Celery
from django.utils.module_loading import import_string

from nauticus_site.celery import app as site

START = datetime.fromisoformat("2026-11-17T14:00:00+00:00")


class World:
    """Two clocks, and what the scheduler has sent by them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.steady = 1000.0
        self.sent: list[str] = []

    def scheduler(self) -> Any:
        app = Celery("clock", broker="memory://", set_as_current=False)
        app.conf.timezone = "UTC"
        app.conf.beat_schedule = {
            "often": {"task": "often", "schedule": 5.0},
            "rarely": {"task": "rarely", "schedule": 30.0},
        }
        kind = import_string(site.conf.beat_scheduler.replace(":", "."))
        made = kind(app, schedule_filename=str(self.file))
        made.apply_entry = lambda entry, producer=None: self.sent.append(entry.name)
        made.__dict__["producer"] = None
        return made

    def live(self, clock: time_machine.Traveller, scheduler: Any, seconds: float) -> list[str]:
        """Let time pass; what was sent meanwhile."""
        self.sent.clear()
        while seconds > 0:
            pause = min(max(scheduler.tick(), 0.01), seconds)
            self.steady += pause
            clock.shift(timedelta(seconds=pause))
            seconds -= pause
        return list(self.sent)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    world = World(tmp_path / "schedule")
    monkeypatch.setattr("ops.steady.time.monotonic", lambda: world.steady)
    return world


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as clock:
        yield clock


def test_it_goes_on_when_the_clock_is_put_back(world: World, clock: time_machine.Traveller) -> None:
    scheduler = world.scheduler()
    assert world.live(clock, scheduler, 61).count("often") == 12

    clock.shift(timedelta(hours=-2))

    sent = world.live(clock, scheduler, 61)
    assert sent.count("often") in (12, 13)
    assert sent.count("rarely") in (2, 3)


def test_it_goes_on_when_the_clock_was_put_back_while_it_was_away(
    world: World, clock: time_machine.Traveller
) -> None:
    before = world.scheduler()
    world.live(clock, before, 61)
    before.close()

    clock.shift(timedelta(hours=-2))

    assert world.live(clock, world.scheduler(), 31).count("often") >= 5


def test_a_step_forward_sends_each_task_once(world: World, clock: time_machine.Traveller) -> None:
    scheduler = world.scheduler()
    world.live(clock, scheduler, 61)

    clock.shift(timedelta(hours=2))

    assert sorted(world.live(clock, scheduler, 1)) == ["often", "rarely"]
