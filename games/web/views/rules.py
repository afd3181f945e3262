"""What holds for everybody: the rules of a title, and how the deal can be checked."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.registry import TITLES
from games.titles import rulebook
from games.titles.registry import presenter_of, title_of


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in TITLES:
        raise Http404
    book = rulebook.in_this_language(slug)
    if book is None:
        raise Http404
    presenter = presenter_of(slug)
    context = {
        "book": book,
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
