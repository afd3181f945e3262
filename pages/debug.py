"""A page that shows every part of the design system. Not there in production."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.context import parts_shown


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    if not parts_shown():
        raise Http404
    return render(request, "pages/components.html")
