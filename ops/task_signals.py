"""Celery tasks inherit the request id of whoever sent them, log one line and are counted."""

from __future__ import annotations

import time
from logging.config import dictConfig
from typing import Any

import structlog
from celery import signals
from django.conf import settings

from ops.logs import bind_request_id, current_request_id, new_request_id, well_formed
from ops.metrics import TASK_SECONDS, TASKS

log = structlog.get_logger("ops.task")

HEADER = "request_id"
# Run every few seconds; one line each would drown the others.
QUIET_TASKS = frozenset({"games.tasks.sweep"})
SLOW_SECONDS = 1.0


def use_our_logging(**kwargs: Any) -> None:
    """With a receiver Celery sets up no handlers of its own."""
    dictConfig(settings.LOGGING)


def pass_request_id_on(headers: dict[str, Any] | None = None, **kwargs: Any) -> None:
    if headers is not None and (request_id := current_request_id()):
        headers.setdefault(HEADER, request_id)


def begin(task_id: str = "", task: Any = None, **kwargs: Any) -> None:
    request = task.request
    # Called in place (a test, `apply`): the surrounding request goes on afterwards.
    request.nauticus_outer = structlog.contextvars.get_contextvars() if request.is_eager else {}
    offered = request.get(HEADER) or (request.headers or {}).get(HEADER)
    if not request.is_eager:
        structlog.contextvars.clear_contextvars()
        bind_request_id(offered if well_formed(offered) else new_request_id())
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)
    request.nauticus_started = time.perf_counter()


def end(task_id: str = "", task: Any = None, state: str | None = None, **kwargs: Any) -> None:
    request = task.request
    started = getattr(request, "nauticus_started", None)
    seconds = time.perf_counter() - started if started is not None else 0.0
    TASKS.labels(task.name, state or "UNKNOWN").inc()
    TASK_SECONDS.labels(task.name).observe(seconds)
    dull = task.name in QUIET_TASKS and state == "SUCCESS" and seconds < SLOW_SECONDS
    (log.debug if dull else log.info)("task", state=state, ms=round(seconds * 1000, 1))
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(**getattr(request, "nauticus_outer", {}))


signals.setup_logging.connect(use_our_logging)
signals.before_task_publish.connect(pass_request_id_on)
signals.task_prerun.connect(begin)
signals.task_postrun.connect(end)
