from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import feeds

urlpatterns: list[URLPattern] = [
    path("calendar/<str:secret>.ics", feeds.deadlines, name="calendar_feed"),
    path("t/<slug:code>/feed.atom", feeds.match_feed, name="match_feed"),
]
