"""Download my data; delete my account."""

from __future__ import annotations

import uuid

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import exports, selectors
from accounts.errors import BadToken, Refused
from accounts.limits import limited
from accounts.models import DataExport
from accounts.services import data, deletion
from accounts.views.tools import PlayerRequest


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@limited("export")
def data_export(request: PlayerRequest) -> HttpResponse:
    """The page asks again every two seconds while a file is being built."""
    if request.method == "POST":
        data.request_export(user=request.user)
        return redirect("data_export")
    context = {
        "export": selectors.latest_export(request.user),
        "days": settings.DATA_EXPORT_LIFETIME.days,
        "now": timezone.now(),
    }
    part = "#progress" if request.htmx else ""
    return render(request, f"accounts/data_export.html{part}", context)


@never_cache
@login_required
@require_safe
@limited("download", methods=("GET",))
def data_export_file(request: PlayerRequest, code: uuid.UUID) -> HttpResponse:
    export = selectors.exports(request.user).filter(code=code).first()
    if (
        export is None
        or export.state != DataExport.State.READY
        or export.expires_at is None
        or export.expires_at < timezone.now()
    ):
        raise Http404
    try:
        content = exports.path_of(export.code).read_bytes()
    except FileNotFoundError:
        raise Http404 from None
    name = f"{settings.SITE_NAME.lower()}-{request.user.username}.json"
    return HttpResponse(
        content,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@limited("delete")
@reauthentication_required(allow_get=True, app="allauth.account")
def delete_account(request: PlayerRequest) -> HttpResponse:
    user = request.user
    context: dict[str, object] = {"days": settings.DELETION_GRACE.days}
    if request.method != "POST":
        return render(request, "accounts/delete.html", context)
    if user.is_guest and not user.has_chosen_name:
        # Nobody can write to a guest, so there is no one to ask again.
        deletion.anonymise(user=user)
        logout(request)
        messages.success(request, _("Your guest account was deleted."))
        return redirect("home")
    try:
        deletion.request(user=user)
    except Refused as refused:
        context["refused"] = refused.message
        return render(request, "accounts/delete.html", context, status=409)
    return redirect("delete_account")


@login_required
@require_POST
@limited("delete")
def keep_account(request: PlayerRequest) -> HttpResponse:
    if deletion.cancel(user=request.user):
        messages.success(request, _("Your account won’t be deleted. Nothing was lost."))
    return redirect("delete_account")


@never_cache
@require_http_methods(["GET", "POST"])
@limited("cancel_deletion", methods=("GET", "POST"))
def cancel_deletion(request: HttpRequest, token: str) -> HttpResponse:
    """The link in the mail: works without logging in, asks before it does anything."""
    try:
        if request.method == "POST":
            player = deletion.cancel_by_link(token=token)
        else:
            player = deletion.user_of_link(token)
    except BadToken:
        return render(request, "accounts/wrong_link.html", status=400)
    context = {"player": player, "done": request.method == "POST"}
    return render(request, "accounts/cancel_deletion.html", context)
