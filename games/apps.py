from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import mail_kinds
        from games.titles.checks import titles

        register(titles)
        mail_kinds.register(
            mail_kinds.MailKind(
                "invitation", _("Invitations"), _("When somebody asks you to a table."), True
            )
        )
