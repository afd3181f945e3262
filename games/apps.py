from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import news
        from games.titles.checks import titles

        register(titles)
        news.register()
