"""Every mail as its readers see it: both languages, by day and by night. Not in production."""

from __future__ import annotations

from csp.decorators import csp, csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from mail import previews
from mail.letters import Letter
from pages.context import parts_shown


def _letter(request: HttpRequest, name: str) -> tuple[Letter, str, bool]:
    """The letter asked for, its language, and whether it is night."""
    if not parts_shown():
        raise Http404
    language = request.GET.get("lang", "en")
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        letter = previews.show(name, language)
    if letter is None:
        raise Http404
    return letter, language, request.GET.get("dark") == "1"


@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    if not parts_shown():
        raise Http404
    known = previews.registered()
    names = [(name, name in known) for name in sorted({*previews.templates(), *known})]
    return render(request, "pages/mails.html", {"names": names})


@require_safe
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # typed for bare views only
def mail(request: HttpRequest, name: str) -> HttpResponse:
    letter, language, dark = _letter(request, name)
    ways = [
        {"lang": lang, "dark": night, "chosen": (lang, night) == (language, dark)}
        for lang in dict(settings.LANGUAGES)
        for night in (False, True)
    ]
    context = {"name": name, "letter": letter, "lang": language, "dark": dark, "ways": ways}
    return render(request, "pages/mail.html", context)


@require_safe
@xframe_options_sameorigin
@csp(  # type: ignore[arg-type]
    {
        "default-src": ["'none'"],
        "img-src": ["data:"],
        "style-src": ["'unsafe-inline'"],
        "frame-ancestors": ["'self'"],
        "sandbox": ["allow-top-navigation-by-user-activation", "allow-popups"],
    }
)
def mail_html(request: HttpRequest, name: str) -> HttpResponse:
    letter, _, dark = _letter(request, name)
    return HttpResponse(previews.on_screen(letter, dark=dark))
