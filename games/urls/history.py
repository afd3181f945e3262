from __future__ import annotations

from django.urls import URLPattern, path

from games.views import history

urlpatterns: list[URLPattern] = [
    path("t/<slug:code>/result/", history.result, name="match_result"),
]
