"""What no page can make sense of is refused here, once, before anything looks at it.

PostgreSQL stores no NUL, the forms of this site are UTF-8, and a form has so many fields. Each
view would have to think of all that; so none has to. A refusal is a 400 with the page of the site,
one line in the log, and a request emptied of what was wrong with it, so that drawing the page does
not stumble over the same thing again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from inspect import iscoroutinefunction
from typing import Any, TypeAlias, cast

import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, QueryDict, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.utils.datastructures import MultiValueDict
from django.utils.decorators import sync_and_async_middleware
from django.utils.http import parse_header_parameters

log = structlog.get_logger("ops.input")

Handler: TypeAlias = Callable[[HttpRequest], Any]

NUL = "\x00"
# How NUL is written where it is not written as itself.
ESCAPED = (b"\x00", b"\\u0000")
CHARSETS = frozenset({"utf-8", "utf8", "us-ascii", "ascii"})


class Refused(BadRequest):
    """A request that is answered with 400; the text is for the log."""


@sync_and_async_middleware
def sound_input(get_response: Handler) -> Handler:
    """Let through what can be read; nothing behind this has to ask again."""
    if iscoroutinefunction(get_response):
        wait = cast(Callable[[HttpRequest], Awaitable[HttpResponseBase]], get_response)

        async def middleware_async(request: HttpRequest) -> HttpResponseBase:
            if request.method == "POST":  # reading a body may take a while
                await sync_to_async(check)(request)
            else:
                check(request)
            return await wait(request)

        return middleware_async

    def middleware(request: HttpRequest) -> HttpResponseBase:
        check(request)
        return cast(HttpResponseBase, get_response(request))

    return middleware


def check(request: HttpRequest) -> None:
    """Raise `Refused` if anything in this request cannot be read."""
    fault = fault_of(request)
    if not fault:
        return
    _empty(request)
    # The name is for whoever forgot one in ALLOWED_HOSTS.
    host = {"host": request.META.get("HTTP_HOST", "")[:100]} if fault == "host" else {}
    log.info("input.refused", fault=fault, method=request.method, **host)
    raise Refused(fault)


def fault_of(request: HttpRequest) -> str:
    """What is wrong with it, in a word or two; empty if nothing is."""
    if fault := _wrong_head(request):
        return fault
    try:
        return _wrong_fields(request)
    except (TooManyFieldsSent, TooManyFilesSent):
        return "too many fields"
    except RequestDataTooBig:
        return "too long"
    except (MultiPartParserError, BadRequest, UnicodeError):
        return "unreadable body"
    except UnreadablePostError:
        return "broken off"


def _wrong_head(request: HttpRequest) -> str:
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdigit()):
        return "no length"
    if len(length) > 18 or int(length) > settings.MAX_BODY_BYTES:
        return "too long"
    if getattr(request, "content_fault", False):
        return "content type"
    if request.content_params and (
        request.content_params.get("charset", "utf-8").lower() not in CHARSETS
    ):
        return "charset"
    try:
        request.get_host()
    except DisallowedHost:
        return "host"
    head = [value for value in request.META.values() if isinstance(value, str)]
    if _has_nul([request.path, *head, *request.COOKIES, *request.COOKIES.values()]):
        return "nul"
    return ""


def _wrong_fields(request: HttpRequest) -> str:
    fields: list[MultiValueDict[str, Any]] = [request.GET]
    if request.method == "POST":
        fields += [request.POST, request.FILES]
        if (request.content_type or "").endswith("json") and any(
            sign in request.body for sign in ESCAPED
        ):
            return "nul"
    for part in fields:
        for name, values in part.lists():
            if _has_nul([name, *(str(getattr(value, "name", value)) for value in values)]):
                return "nul"
    return ""


def _has_nul(texts: Iterable[str]) -> bool:
    return any(NUL in text for text in texts)


def _empty(request: Any) -> None:
    """Leave nothing in it that a page of ours could stumble over."""
    request._encoding = None  # its setter would read the query once more
    request.GET = QueryDict()
    request._post, request._files = QueryDict(), MultiValueDict()
    request.META["QUERY_STRING"] = ""
    request.path = request.path_info = request.path.replace(NUL, "")
    request.COOKIES = {
        name: value
        for name, value in request.COOKIES.items()
        if NUL not in name and NUL not in value
    }


class _Lenient(HttpRequest):
    """Notes what the head says of the body; whether that can be is decided by `check`.

    Django follows a strange charset, or gives up on a strange type, before any middleware runs:
    the server would answer, with an error of its own.
    """

    content_fault = False

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            found = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except (ValueError, LookupError, TypeError, AttributeError):
            found = ("", {})
            self.content_fault = True
        self.content_type, self.content_params = found


class PlainRequest(_Lenient, WSGIRequest):
    """What gunicorn's requests become."""


class AsyncRequest(_Lenient, ASGIRequest):
    """What daphne's requests become."""
