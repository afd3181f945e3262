from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import history

urlpatterns: list[URLPattern] = [
    path("t/<slug:code>/at/", history.replay, name="match_replay"),
    path("t/<slug:code>/at/<int:ply>/", history.replay, name="match_at"),
    path("t/<slug:code>/log/", history.log, name="match_log"),
    path("t/<slug:code>/result/", history.result, name="match_result"),
    path("t/<slug:code>/record/", history.notation, name="match_notation"),
    path("t/<slug:code>/record.txt", history.record, name="match_record"),
    path("t/<slug:code>/board.png", history.picture, name="match_picture"),
    path("t/<slug:code>/rematch/", history.rematch, name="match_rematch"),
]
