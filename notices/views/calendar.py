"""The private calendar feed: get an address, get another, switch it off."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.emails import absolute
from accounts.limits import limited
from accounts.views.tools import PlayerRequest
from notices.services import calendar


@never_cache
@login_required
@require_POST
@limited("preferences")
def make(request: PlayerRequest) -> HttpResponse:
    """Answered with the page itself: kept for a page after a redirect, it would be stored."""
    url = absolute(reverse("calendar_feed", args=[calendar.make(user=request.user)]))
    context = {"url": url, "webcal": f"webcal://{url.partition('://')[2]}"}
    response = render(request, "notices/calendar.html", context)
    response["Referrer-Policy"] = "no-referrer"
    return response


@login_required
@require_POST
@limited("preferences")
def revoke(request: PlayerRequest) -> HttpResponse:
    calendar.revoke(user=request.user)
    messages.success(request, _("Your calendar feed is off."))
    return redirect("notifications")
