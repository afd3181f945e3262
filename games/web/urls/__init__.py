"""Addresses by topic: the lobby, one table or match, its history, its company, links of mails."""

from __future__ import annotations

from games.web.urls import company, go, history, lobby, match, rules

urlpatterns = [
    *lobby.urlpatterns,
    *match.urlpatterns,
    *history.urlpatterns,
    *company.urlpatterns,
    *rules.urlpatterns,
    *go.urlpatterns,
]
