"""Celery's clock process, made to bear a clock that is put back.

Celery notes when each task ran last and waits until its interval has passed by the time of day.
Put back by two hours, it would send nothing for two hours. So a step back is noticed by
comparison with the clock that only goes forward, and the notes are moved with it. A step forward
needs nothing: what it makes due is sent once.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import structlog
from celery.beat import PersistentScheduler

log = structlog.get_logger(__name__)

TOLERANCE = 1.0  # seconds; smaller steps are those of a clock being set gently
LONGEST_PAUSE = 5.0  # seconds between two looks at the clock


class SteadyScheduler(PersistentScheduler):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._offset = _offset()
        super().__init__(*args, **kwargs)

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():  # the clock may have been put back while we were away
            entry.last_run_at = min(entry.last_run_at, entry.default_now())

    def tick(self, *args: Any, **kwargs: Any) -> float:
        step = _offset() - self._offset
        self._offset += step
        if step < -TOLERANCE:
            log.warning("clock.put_back", seconds=round(-step, 1))
            for entry in self.schedule.values():
                entry.last_run_at += timedelta(seconds=step)
            self._heap = None  # to be built anew
        pause: float = super().tick(*args, **kwargs)
        return min(pause, LONGEST_PAUSE)


def _offset() -> float:
    return time.time() - time.monotonic()
