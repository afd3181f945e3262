"""Addresses of web sockets."""

from __future__ import annotations

from django.urls import path

from games.consumers import MatchConsumer

websocket_urlpatterns = [path("ws/match/<slug:code>/", MatchConsumer.as_asgi())]
