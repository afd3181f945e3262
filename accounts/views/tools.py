"""What several views need."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import selectors
from accounts.models import User
from accounts.zones import time_zones
from ops.htmx import HtmxRequest

View = Callable[..., HttpResponse]


class PlayerRequest(HtmxRequest):
    """What a view behind `login_required` gets."""

    user: User


def player_or_404(username: str) -> User:
    found = selectors.player(username)
    if found is None:
        raise Http404
    return found


def next_url(request: HttpRequest, default: str) -> str:
    """Where to go on, if it is a page of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    return target if is_own_page(request, target) else resolve_url(default)


def is_own_page(request: HttpRequest, target: str) -> bool:
    return target.startswith("/") and url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


def browser_zone(request: HttpRequest) -> str:
    """The time zone a script put into the form, for a new guest."""
    zone = request.POST.get("time_zone", "")
    return zone if zone in time_zones() else "UTC"


def log_in(request: HttpRequest, user: User) -> None:
    """Without a password: a new guest, or a demonstration account."""
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    UserSession.objects.create_from_request(request)


def in_transaction(view: View) -> View:
    """A change and the mails that tell about it: both or neither. A look locks nothing."""

    @wraps(view)
    def whole(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with transaction.atomic():
            return view(request, *args, **kwargs)

    return whole


def not_for_guests(view: View) -> View:
    """Guests have no address and no password to look after; they may get them."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("guest_upgrade")
        return view(request, *args, **kwargs)

    return guarded
