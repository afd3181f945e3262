from __future__ import annotations

from django.urls import path

from games.web.views import rules

urlpatterns = [
    path("rules/<slug:slug>/", rules.rules, name="title_rules"),
    path("fairness/", rules.fairness, name="fairness"),
]
