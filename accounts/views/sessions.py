"""Where this account is logged in."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import devices
from accounts.limits import limited
from accounts.services import sessions as service
from accounts.views.tools import PlayerRequest


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@limited("session_end")
def sessions(request: PlayerRequest) -> HttpResponse:
    """The list; a POST ends all but this one."""
    if request.method == "POST":
        service.end_others(user=request.user, keep=request.session.session_key or "")
        messages.success(request, _("All other devices have been logged out."))
        return redirect("usersessions_list")
    UserSession.objects.create_from_request(request)
    rows = UserSession.objects.purge_and_list(request.user)
    listed = [
        {"row": row, "device": devices.name(row.user_agent), "current": row.is_current()}
        for row in sorted(rows, key=lambda row: row.last_seen_at, reverse=True)
    ]
    return render(request, "usersessions/usersession_list.html", {"sessions": listed})


@login_required
@require_POST
@limited("session_end")
def session_end(request: PlayerRequest, pk: int) -> HttpResponse:
    if not service.end(user=request.user, pk=pk):
        raise Http404
    messages.success(request, _("That device has been logged out."))
    return redirect("usersessions_list")
