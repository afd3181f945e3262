"""Two cheap middlewares around everything else.

Both are plain functions for synchronous and asynchronous servers: under ASGI an old-style
middleware costs two changes of thread.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, TypeAlias, cast

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from ops import headers
from ops.logs import new_request_id, route_of, well_formed
from ops.metrics import count_request

log = structlog.get_logger("ops.request")

Handler: TypeAlias = Callable[[HttpRequest], Any]

# Asked every few seconds by machines; their lines would drown the others.
QUIET_ROUTES = frozenset({"healthz", "readyz", "metrics", "static"})


@sync_and_async_middleware
def request_context(get_response: Handler) -> Handler:
    """Give each request an id, one log line and a place in the metrics."""
    if iscoroutinefunction(get_response):
        wait = cast(Callable[[HttpRequest], Awaitable[HttpResponseBase]], get_response)

        async def middleware_async(request: HttpRequest) -> HttpResponseBase:
            started = _begin(request)
            try:
                return _end(request, await wait(request), started)
            finally:
                structlog.contextvars.clear_contextvars()

        return middleware_async

    def middleware(request: HttpRequest) -> HttpResponseBase:
        started = _begin(request)
        try:
            return _end(request, get_response(request), started)
        finally:
            structlog.contextvars.clear_contextvars()

    return middleware


def _begin(request: HttpRequest) -> float:
    offered = request.META.get("HTTP_X_REQUEST_ID") if settings.TRUSTED_PROXIES > 0 else None
    request_id = offered if offered and well_formed(offered) else new_request_id()
    request.request_id = request_id  # type: ignore[attr-defined]
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=request_id)
    return time.perf_counter()


def _end(request: HttpRequest, response: HttpResponseBase, started: float) -> HttpResponseBase:
    seconds = time.perf_counter() - started
    route = "static" if request.path.startswith(settings.STATIC_URL) else route_of(request)
    response["X-Request-ID"] = request.request_id  # type: ignore[attr-defined]
    count_request(route, request.method or "", response.status_code, seconds)
    write = log.debug if route in QUIET_ROUTES and response.status_code < 500 else log.info
    if response.status_code >= 500 and route not in QUIET_ROUTES:
        write = log.error
    write(
        "request",
        method=request.method,
        route=route,
        status=response.status_code,
        ms=round(seconds * 1000, 1),
        user=_known_user_id(request),
    )
    return response


def _known_user_id(request: HttpRequest) -> int | None:
    """Without asking the database: only if something on the way has loaded the user."""
    user = getattr(request, "_cached_user", None) or getattr(request, "_acached_user", None)
    return user.pk if user is not None and user.is_authenticated else None


@sync_and_async_middleware
def security_headers(get_response: Handler) -> Handler:
    """The headers of `ops.headers` on every answer, given by whatever stands behind this."""
    if iscoroutinefunction(get_response):
        wait = cast(Callable[[HttpRequest], Awaitable[HttpResponseBase]], get_response)

        async def middleware_async(request: HttpRequest) -> HttpResponseBase:
            return _secure(request, await wait(request))

        return middleware_async

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return _secure(request, get_response(request))

    return middleware


def _secure(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    found = response.headers
    for name, value in headers.standard().items():
        found.setdefault(name, value)
    if headers.POLICY not in found and not _technical(response):
        found[headers.POLICY] = headers.policy()
    if request.is_secure() and (value := headers.transport()):
        found.setdefault("Strict-Transport-Security", value)
    if "Cache-Control" in found or request.path.startswith(settings.STATIC_URL):
        return response
    if _known_user_id(request) is None:
        found["Cache-Control"] = "private, no-cache"
    else:
        # A shared computer: "back" after logging out must not show a hand of cards.
        found["Cache-Control"] = "private, no-store"
        patch_vary_headers(response, ["Cookie"])
    return response


def _technical(response: HttpResponseBase) -> bool:
    """Django's own pages for developers have styles of their own; they exist with DEBUG only."""
    return settings.DEBUG and response.status_code in (400, 404, 500)
