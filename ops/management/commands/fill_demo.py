"""Fill the demonstration site: every app adds its own part (settings.DEMO_FILLERS)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.module_loading import import_string


class Command(BaseCommand):
    help = "Fill the demonstration site with players and, later, their matches."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This is not a demonstration site (DEMO is not set).")
        for path in settings.DEMO_FILLERS:
            import_string(path)()
