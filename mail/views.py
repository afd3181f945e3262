"""The local inbox (mail of a site without a mail server), and what a mail provider reports."""

from __future__ import annotations

import re
from functools import wraps
from typing import Any

from csp.decorators import csp, csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from mail import events as provider
from mail import selectors
from mail.models import LocalImage, LocalMail
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
        # A mail is foreign matter: styles, the images it brought, and a sandbox around it.
        "default-src": ["'none'"],
        "img-src": ["'self'"],
        "style-src": ["'unsafe-inline'"],
        "frame-ancestors": ["'self'"],
        "sandbox": ["allow-top-navigation-by-user-activation", "allow-popups"],
    }
)
def message_html(request: HttpRequest, pk: int) -> HttpResponse:
    mail = get_object_or_404(LocalMail, pk=pk)
    return HttpResponse(with_images(mail))


@require_GET
@never_cache
@local_only
def image(request: HttpRequest, pk: int, cid: str) -> HttpResponse:
    found = get_object_or_404(LocalImage, mail_id=pk, cid=cid)
    answer = HttpResponse(bytes(found.content), content_type=found.content_type)
    # The sandbox has no origin, so for the browser it's another site's.
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


@csrf_exempt
@require_POST
@never_cache
def events(request: HttpRequest) -> HttpResponse:
    """What a mail provider reports: signed, or not believed."""
    if not settings.MAIL_EVENTS_KEY:
        raise Http404
    try:
        noted = provider.note(
            body=request.body,
            timestamp=request.headers.get("X-Mail-Timestamp", ""),
            signature=request.headers.get("X-Mail-Signature", ""),
        )
    except provider.Untrusted:
        return JsonResponse({"error": "signature"}, status=403)
    except provider.Unreadable:
        return JsonResponse({"error": "body"}, status=400)
    return JsonResponse({"noted": noted})


def with_images(mail: LocalMail) -> str:
    """The mail's HTML, its images fetched from the inbox."""
    kept = set(mail.images.values_list("cid", flat=True))

    def local(found: re.Match[str]) -> str:
        if found[2] not in kept:
            return found[0]
        return f"{found[1]}{reverse('inbox_image', args=[mail.pk, found[2]])}{found[1]}"

    return re.sub(r"""(["'])cid:([^"'<>\s]+)\1""", local, mail.html)
