from __future__ import annotations

import structlog


def current_request_id() -> str:
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def bind_request_id(value: str) -> None:
    if value:
        structlog.contextvars.bind_contextvars(request_id=value)
