from __future__ import annotations

from django.apps import AppConfig


class OpsConfig(AppConfig):
    name = "ops"

    def ready(self) -> None:
        from nauticus_site import checks  # noqa: F401
        from ops import task_signals  # noqa: F401
