from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import match, why

urlpatterns: list[URLPattern] = [
    path("t/<slug:code>/", match.page, name="match"),
    path("t/<slug:code>/move/", match.move, name="match_move"),
    path("t/<slug:code>/undo/", match.undo, name="match_undo"),
    path("t/<slug:code>/confirm/", match.confirm, name="match_confirm"),
    path("t/<slug:code>/plan/", match.plan, name="match_plan"),
    path("t/<slug:code>/why/", why.why, name="match_why"),
]
