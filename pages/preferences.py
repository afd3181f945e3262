"""The two switches at the foot of every page: language and theme."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.services import preferences
from pages.context import THEME_COOKIE, THEMES

YEAR = 365 * 24 * 3600


def _back(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else "/"


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("theme", "")
    if chosen not in THEMES:
        return HttpResponseBadRequest()
    if request.user.is_authenticated:
        request.user.theme = chosen
        request.user.save(update_fields=["theme"])
    response = HttpResponseRedirect(_back(request))
    response.set_cookie(
        THEME_COOKIE,
        chosen,
        max_age=YEAR,
        samesite="Lax",
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Django's own switch, which sets the cookie; an account remembers the choice too."""
    chosen = request.POST.get("language", "")
    known = chosen in dict(settings.LANGUAGES) and check_for_language(chosen)
    if not known:
        return HttpResponseBadRequest()
    if request.user.is_authenticated:
        preferences.set_language(user=request.user, language=chosen)
    return set_language(request)
