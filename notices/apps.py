from __future__ import annotations

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "notices"

    def ready(self) -> None:
        from allauth.account import signals

        from accounts import sessions
        from notices import people
        from notices.services import pushes

        people.register()
        sessions.session_ended.connect(pushes.session_ended)
        sessions.session_renamed.connect(pushes.session_renamed)
        signals.password_changed.connect(pushes.password_changed)
        signals.password_set.connect(pushes.password_changed)
        signals.password_reset.connect(pushes.password_changed)
