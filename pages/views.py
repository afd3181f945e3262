from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.titles import TITLES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The landing page, or the harbour of whoever is logged in."""
    name = "pages/harbour.html" if request.user.is_authenticated else "pages/home.html"
    return render(request, name, {"titles": TITLES})


@require_safe
def play(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/play.html")


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/games.html", {"titles": TITLES})


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/ladder.html")


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/tournaments.html")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/rules.html")


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
