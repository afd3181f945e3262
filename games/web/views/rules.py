"""What holds for everybody: the rules of a title, and how the deal can be checked."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engine.registry import TITLES
from games.titles.registry import presenter_of, title_of
from games.titles.rulebook import rulebook


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in TITLES:
        raise Http404
    presenter = presenter_of(slug)
    context = {
        "book": rulebook(slug, (get_language() or "en")[:2]),
        "slug": slug,
        "about": title_of(slug),
        "presenter": presenter,
        "pictures": presenter.pictures(),
    }
    return render(request, "games/rules.html", context)


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How anyone can check that nobody chose the deal."""
    return render(request, "games/fairness.html")
