"""Addresses by topic: lobby, table or match, history, company, feeds, links of mails."""

from __future__ import annotations

from games.web.urls import company, feeds, go, history, lobby, match, rules

urlpatterns = [
    *lobby.urlpatterns,
    *match.urlpatterns,
    *history.urlpatterns,
    *company.urlpatterns,
    *rules.urlpatterns,
    *feeds.urlpatterns,
    *go.urlpatterns,
]
