"""Sessions in the database, found by a statement composed once: every request begins with it."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from ops.sql import Rows

BY_KEY = Rows(Session, "WHERE session_key = %s")


class SessionStore(DatabaseSessions):
    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        found = BY_KEY.fetch(self.session_key)
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None
