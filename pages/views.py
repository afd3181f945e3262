from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.limits import limited
from accounts.selectors import requests_to
from games.selectors import listings
from games.titles import rulebook
from games.titles.registry import known, playable
from ops import atom
from ops.htmx import HtmxRequest
from pages import news as site_news


@require_safe
def home(request: HtmxRequest) -> HttpResponse:
    """The landing page, or the harbour of whoever is logged in."""
    if not request.user.is_authenticated:
        titles, afloat = known(), len(playable())
        context = {"titles": titles, "afloat": afloat, "planned": len(titles) - afloat}
        return render(request, "pages/home.html", context)
    part = request.GET.get("part") == "harbour" and bool(request.htmx)
    name = "pages/harbour.html#harbour" if part else "pages/harbour.html"
    context = {
        "home": listings.home(request.user),
        "incoming": requests_to(request.user),
        "part": part,
    }
    return render(request, name, context)


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/ladder.html")


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/tournaments.html")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    books = [(title, rulebook.in_this_language(title.slug)) for title in playable()]
    return render(request, "pages/rules.html", {"books": books})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/about.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/privacy.html")


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/contact.html")


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/news.html", {"news": site_news.NEWS})


@require_safe
@limited("feed", methods=("GET", "HEAD"))
def news_feed(request: HttpRequest) -> HttpResponse:
    with translation.override(atom.language_of(request)):
        return atom.answer(request, site_news.feed(atom.query_of(request)))
