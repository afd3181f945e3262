"""Addresses of web sockets."""

from __future__ import annotations

from django.urls import path

from games.live.consumers import MatchConsumer, PlayerConsumer

websocket_urlpatterns = [
    path("ws/match/<slug:code>/", MatchConsumer.as_asgi()),
    path("ws/me/", PlayerConsumer.as_asgi()),
]
