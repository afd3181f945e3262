from __future__ import annotations

from django.urls import URLPattern, path

from games.web.views import handover, home, lobby, table

urlpatterns: list[URLPattern] = [
    path("play/", lobby.lobby, name="play"),
    path("play/now/", lobby.play_now, name="play_now"),
    path("play/practise/", lobby.practise, name="practise"),
    path("play/together/", lobby.pass_and_play, name="pass_and_play"),
    path("play/guided/", lobby.guided, name="guided"),
    path("play/new/", lobby.new_table, name="new_table"),
    path("play/next/", home.next_match, name="next_match"),
    path("matches/", home.matches, name="matches"),
    path("games/", home.titles, name="titles"),
    path("games/<slug:slug>/", home.title, name="title"),
    path("games/<slug:slug>/aim/", home.aim, name="title_aim"),
    path("titles/", home.old_titles, name="old_titles"),
    path("titles/<slug:slug>/", home.old_title, name="old_title"),
    path("invitation/<slug:token>/", table.invitation, name="invitation"),
    path("t/<slug:code>/charter/", table.charter, name="match_charter"),
    path("t/<slug:code>/seats/", table.seats, name="table_seats"),
    path("t/<slug:code>/join/", table.join, name="table_join"),
    path("t/<slug:code>/get-up/", table.leave, name="table_leave"),
    path("t/<slug:code>/kick/", table.kick, name="table_kick"),
    path("t/<slug:code>/bot/", table.add_bot, name="table_bot"),
    path("t/<slug:code>/invite/", table.invite, name="table_invite"),
    path("t/<slug:code>/accept/", table.accept, name="table_accept"),
    path("t/<slug:code>/decline/", table.decline, name="table_decline"),
    path("t/<slug:code>/skip/", home.skip, name="match_skip"),
    path("t/<slug:code>/take/", handover.take, name="match_take"),
]
