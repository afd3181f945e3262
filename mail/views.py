"""The local inbox: mail of a site that has no mail server, readable on this machine only."""

from __future__ import annotations

from functools import wraps
from typing import Any

from csp.decorators import csp, csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET

from mail import selectors
from mail.models import LocalMail
from ops.client_ip import is_local


def local_only(view: Any) -> Any:
    """404 unless mail stays on this machine and so does the reader."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if not settings.LOCAL_INBOX or not is_local(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@require_GET
@never_cache
@local_only
def inbox(request: HttpRequest) -> HttpResponse:
    address = request.GET.get("to", "")[:320]
    ctx = {"mails": selectors.newest(address=address), "address": address}
    return render(request, "mail/inbox.html", ctx)


@require_GET
@never_cache
@local_only
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # typed for bare views only
def message(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "mail/message.html", {"mail": get_object_or_404(LocalMail, pk=pk)})


@require_GET
@never_cache
@local_only
@xframe_options_sameorigin
@csp(  # type: ignore[arg-type]
    {
        # A mail is foreign matter: styles and nothing else, and a sandbox around it.
        "default-src": ["'none'"],
        "style-src": ["'unsafe-inline'"],
        "frame-ancestors": ["'self'"],
        "sandbox": ["allow-top-navigation-by-user-activation", "allow-popups"],
    }
)
def message_html(request: HttpRequest, pk: int) -> HttpResponse:
    return HttpResponse(get_object_or_404(LocalMail, pk=pk).html)
