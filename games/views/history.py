from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from games.views import table
from games.views.tools import find


def match(request: HttpRequest, code: str) -> HttpResponse:
    found = find(request, code)
    if found.is_running:
        return HttpResponse(f"running {found.code}")
    return table.page(request, found)


def result(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse("result")
