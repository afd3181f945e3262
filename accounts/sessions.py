"""Sessions in the database, found by a statement composed once: every request begins with it."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.dispatch import Signal
from django.utils import timezone

from ops.sql import Rows

# Whoever keeps something for a logged-in browser hears when its session ends (logged out here or
# elsewhere) or gets another key (a new password). Sent with `key`, and with `old` and `new`.
session_ended = Signal()
session_renamed = Signal()

BY_KEY = Rows(Session, "WHERE session_key = %s")


class SessionStore(DatabaseSessions):
    _renaming = False  # the old row goes, the session doesn't

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        found = BY_KEY.fetch(self.session_key)
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None

    def cycle_key(self) -> None:
        old, self._renaming = self.session_key, True
        try:
            super().cycle_key()
        finally:
            self._renaming = False
        if old:
            session_renamed.send(SessionStore, old=old, new=self.session_key)

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        super().delete(session_key)
        if key and not self._renaming:
            session_ended.send(SessionStore, key=key)
