from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import go

urlpatterns: list[URLPattern] = [path("go/<str:token>/", go.go, name="go")]
