"""Structured logs: JSON lines in production, readable ones in the embedded profile.

Every line written while a request is served carries its request id; Celery tasks and outbox
effects caused by it carry the same id (see `ops.task_signals`). Nothing here needs Django, so
that gunicorn can use the same configuration before the site is loaded.
"""

from __future__ import annotations

import logging
import re
import uuid
from types import TracebackType
from typing import Any

import structlog
from structlog.contextvars import bind_contextvars, get_contextvars, unbind_contextvars
from structlog.typing import EventDict, Processor

from ops.redact import redact, redact_text

FOREIGN_PATH = re.compile(
    r"(https?://[^/\s'\"]+)/[^\s'\"]+"
)  # of a referrer: may be a link of ours
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}\Z")


def new_request_id() -> str:
    return uuid.uuid4().hex


def well_formed(value: str | None) -> bool:
    return bool(value) and REQUEST_ID.match(value or "") is not None


def current_request_id() -> str:
    """The id of the request (or of the task's origin) being worked on; empty outside one."""
    return str(get_contextvars().get("request_id", ""))


class bind_request_id:  # noqa: N801 - used like a function
    """Bind at once; as a context manager also restore what was bound before.

    An empty value binds nothing: the lines then keep the id they have.

    with bind_request_id(effect.request_id):
        …
    """

    def __init__(self, value: str | None) -> None:
        self.before = current_request_id()
        if value:
            self._bind(value)

    @staticmethod
    def _bind(value: str) -> None:
        if value:
            bind_contextvars(request_id=value)
        else:
            unbind_contextvars("request_id")

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bind(self.before)


def redact_processor(logger: Any, name: str, event: EventDict) -> EventDict:
    """Hide what must not be written down, whoever logged it."""
    record = event.pop("_record", None)
    from_structlog = event.pop("_from_structlog", None)
    clean: EventDict = redact(event)
    if record is not None:
        clean["_record"], clean["_from_structlog"] = record, from_structlog
    return clean


class RouteInsteadOfPath(logging.Filter):
    """Django's own lines name the path, and paths carry reset keys and signed tokens."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            route = route_of(request)
            record.args = tuple(route if arg == path else arg for arg in record.args)
        return True


class RefusalsInOneLine(logging.Filter):
    """What a client got wrong is worth a line, not a traceback: nothing of ours has failed.

    Django gives every suspicious operation the level and the stack of an error.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security"):
            record.exc_info = record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            text = FOREIGN_PATH.sub(r"\1/…", record.getMessage())
            record.msg, record.args = f"refused: {text[:200]}", ()
        return True


def route_of(request: Any) -> str:
    """The name of the address a request matched: few values, and never a secret."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return "unmatched"
    return str(match.view_name or match.route)


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logging_config(*, json: bool, level: str = "INFO") -> dict[str, Any]:
    """The dictionary for `logging.config`; also sets structlog up to feed it."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    last: list[Processor] = (
        [
            structlog.processors.format_exc_info,
            redact_processor,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(default=lambda value: redact_text(repr(value))),
        ]
        if json
        else [
            structlog.processors.format_exc_info,
            redact_processor,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0),
        ]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "route": {"()": RouteInsteadOfPath},
            "refusals": {"()": RefusalsInOneLine},
        },
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": last,
            }
        },
        "handlers": {
            "out": {
                "class": "logging.StreamHandler",
                "formatter": "lines",
                "filters": ["route", "refusals"],
            }
        },
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            # Each request and each task has one line of ours; these would repeat it.
            "django.request": {"level": "ERROR", "handlers": [], "propagate": True},
            "django.server": {"level": "ERROR", "handlers": [], "propagate": True},
            "django.channels.server": {"level": "WARNING", "handlers": [], "propagate": True},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "daphne": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
            # These would write down the addresses of webhooks and push services.
            "httpx": {"level": "WARNING"},
            "httpcore": {"level": "WARNING"},
        },
    }
