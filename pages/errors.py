"""Friendly pages for what goes wrong. `nauticus_site.urls` names the handlers."""

from __future__ import annotations

import logging

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils import translation
from django.utils.translation import gettext as _

log = logging.getLogger(__name__)

BARE = (
    "<!doctype html><html lang='en'><title>Nauticus</title>"
    "<h1>We sprang a leak</h1><p>The fault is ours. Please try again in a moment.</p>"
)


def reference(request: HttpRequest) -> str:
    """The request's id in the logs, if it has one: what to quote when asking for help."""
    return str(getattr(request, "request_id", "") or "")


def _page(request: HttpRequest, code: int, **context: object) -> HttpResponse:
    """The page of the code; should drawing it fail too, the one that needs nothing."""
    context |= {"code": code, "reference": reference(request)}
    try:
        with translation.override(_language(request)):
            return render(request, f"{code}.html", context, status=code)
    except Exception:
        log.exception("error page failed", extra={"code": code})
        return server_error(request, status=code)


def _language(request: HttpRequest) -> str | None:
    """The reader's, also where the request did not get as far as finding it out."""
    found = getattr(request, "LANGUAGE_CODE", None)
    return translation.get_language() if found else translation.get_language_from_request(request)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if "application/json" in request.headers.get("Accept", ""):
        with translation.override(_language(request)):
            said = {"error": "bad-request", "sentence": _("We couldn’t read that request")}
        return JsonResponse({**said, "reference": reference(request)}, status=400)
    return _page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, 404)


def too_many_requests(
    request: HttpRequest, exception: Exception | None = None, wait_seconds: int = 0
) -> HttpResponse:
    """For whoever counts requests; `wait_seconds` also becomes the Retry-After header."""
    response = _page(request, 429, wait=-(-wait_seconds // 60))
    if wait_seconds:
        response["Retry-After"] = str(wait_seconds)
    return response


def server_error(request: HttpRequest, status: int = 500) -> HttpResponse:
    """Draws with no request, no database and no context processor."""
    try:
        body: str = loader.render_to_string("500.html", {"reference": reference(request)})
    except Exception:
        log.exception("the last error page failed")
        body = BARE
    return HttpResponse(body, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _page(request, 403, csrf=True)
