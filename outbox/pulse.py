"""The sweep, in every worker: when it starts, whenever it has found Redis again, and regularly.

A thread and not a periodic task: a task waits behind the others in the queue, needs Redis and
the clock process, and is scheduled by the time of day, which may be put back.
"""

from __future__ import annotations

import threading
from typing import Any

import structlog
from celery import bootsteps

log = structlog.get_logger(__name__)


class Pulse(bootsteps.StartStopStep):
    """Celery starts a step of the consumer anew with every connection to Redis."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        super().__init__(consumer, **options)
        self.stopped = threading.Event()

    def start(self, consumer: Any) -> None:
        from django.conf import settings

        self.stopped.set()
        self.stopped = threading.Event()
        pause = settings.OUTBOX_SWEEP_SECONDS
        threading.Thread(target=beat, args=(self.stopped, pause), daemon=True).start()

    def stop(self, consumer: Any) -> None:
        self.stopped.set()

    terminate = stop


def beat(stopped: threading.Event, pause: float) -> None:
    """Sweep until stopped. At first, messages under way count as lost: they may be."""
    from django.db import close_old_connections

    from outbox.services import sweep

    lost = True
    while not stopped.is_set():
        try:
            sweep(lost=lost)
            lost = False
        except Exception as error:  # the database may be back for the next one
            log.warning("sweep.failed", error=type(error).__name__)
        finally:
            close_old_connections()
        stopped.wait(pause)
