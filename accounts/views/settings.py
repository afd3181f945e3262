"""Preferences, and no more mail to an address without an account."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import tokens
from accounts.errors import BadToken
from accounts.forms.manage import PreferencesForm
from accounts.limits import limited
from accounts.services import preferences as service
from accounts.views.tools import PlayerRequest
from mail import strangers


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@limited("preferences")
def preferences(request: PlayerRequest) -> HttpResponse:
    form = PreferencesForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        service.save(
            user=request.user,
            language=chosen["language"],
            time_zone=chosen["time_zone"],
            theme=chosen["theme"],
            patterns=chosen["patterns"],
        )
        with translation.override(chosen["language"]):
            messages.success(request, _("Saved."))
        response = redirect("preferences")
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen["language"],
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            secure=settings.LANGUAGE_COOKIE_SECURE,
        )
        return response
    status = 422 if form.errors else 200
    return render(request, "accounts/preferences.html", {"form": form}, status=status)


@never_cache
@csrf_exempt  # RFC 8058: the mail program posts, with no cookie of ours; the link is the proof
@require_http_methods(["GET", "HEAD", "POST"])
@limited("unsubscribe", methods=("GET", "POST"))
def never_again(request: HttpRequest, token: str) -> HttpResponse:
    """An address without an account wants no more mail that somebody else causes."""
    try:
        key = tokens.read_never_again(token)
    except BadToken:
        return render(request, "accounts/wrong_link.html", status=400)
    if request.method == "POST" and "allow" in request.POST:
        strangers.allow(key=key)
    elif request.method == "POST":
        strangers.refuse(key=key)
    return render(request, "accounts/never_again.html", {"done": strangers.has_refused(key)})
