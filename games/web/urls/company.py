from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import company, take_back

urlpatterns: list[URLPattern] = [
    path("t/<slug:code>/talk/", company.talk, name="match_talk"),
    path("t/<slug:code>/talk/new/", company.talk_mark, name="match_talk_mark"),
    path("t/<slug:code>/talk/<int:pk>/report/", company.report, name="message_report"),
    path("t/<slug:code>/presence/", company.presence, name="match_presence"),
    path("t/<slug:code>/notes/", company.notes, name="match_notes"),
    path("t/<slug:code>/leave/", company.leave, name="match_leave"),
    path("t/<slug:code>/take-back/", take_back.take_back, name="match_take_back"),
    path("players/<username:username>/mute/", company.mute, name="player_mute"),
    path("players/<username:username>/unmute/", company.unmute, name="player_unmute"),
]
