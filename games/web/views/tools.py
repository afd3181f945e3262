"""What several views of tables need."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.ratelimit import respond_429
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_POST

from accounts.limits import allow, limited
from accounts.models import User
from accounts.services import guests
from accounts.views.tools import browser_zone, log_in
from engine.core.errors import BadSnapshot
from games.errors import NotAllowed
from games.models import Match
from games.selectors import access
from ops.snapshots import snapshot

View = Callable[..., HttpResponse]
TOKENS = "invitations"  # session key: match code → token of the mail that led here


def viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def find(request: HttpRequest, code: str) -> Match:
    """The match if this person may see it; else it does not exist."""
    try:
        return access.match_for(code, viewer(request), token=token_for(request, code))
    except (Match.DoesNotExist, NotAllowed) as error:
        raise Http404 from error


def token_for(request: HttpRequest, code: str) -> str:
    """The invitation by mail this browser came with, if any."""
    return str(request.session.get(TOKENS, {}).get(code, ""))


def remember_token(request: HttpRequest, code: str, token: str) -> None:
    known = dict(list(request.session.get(TOKENS, {}).items())[-19:])
    request.session[TOKENS] = {**known, code: token}


def with_player(view: View) -> View:
    """Whoever has no account gets a guest's, so that one click is enough to play."""

    @wraps(view)
    def seated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            if request.method != "POST":
                return redirect("play")
            if not allow(request, "guest"):
                return respond_429(request)
            token = dict(request.session.get(TOKENS, {}))
            zone = browser_zone(request)
            log_in(request, guests.create(language=get_language() or "", time_zone=zone))
            if token:
                request.session[TOKENS] = token
        return view(request, *args, **kwargs)

    return seated


def action(limit: str = "table") -> Callable[[View], View]:
    """A POST of a logged-in player, counted."""

    def decorate(view: View) -> View:
        guarded: View = login_required(require_POST(limited(limit)(view)))
        return guarded

    return decorate


def player(request: HttpRequest) -> User:
    """Whoever is logged in; only for views that let nobody else through."""
    assert request.user.is_authenticated
    return request.user


def readable(view: View) -> View:
    """A finished match whose positions today's rules cannot read still has its result."""

    @wraps(view)
    def shown(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, code, *args, **kwargs)
        except BadSnapshot:
            match = find(request, code)
            if match.is_running:
                raise  # that is for us to mend, not for players to read about
            return redirect("match_result", code)

    return shown


def from_one_snapshot(view: View) -> View:
    """For pages that only look: all they show is of one moment, whoever commits meanwhile."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        _ = request.user.is_authenticated  # a session that ran out is removed, which is a write
        with snapshot():
            return view(request, *args, **kwargs)

    return shown
