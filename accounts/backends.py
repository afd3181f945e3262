"""Log-in by name or address with exactly one password hash, whoever knocks."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.http import HttpRequest

from accounts.emails import owner_of
from accounts.models import User
from ops.sql import Rows

BY_PK = Rows(User, "WHERE id = %s")


class PlayerBackend(AuthenticationBackend):
    """Django-allauth tries an address twice, once as a name: the time would tell that it exists.

    A name never contains "@" (`accounts.names`), so one look decides which of the two it is.
    The parent hashes once for nothing when there is nobody to compare with.
    """

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        name = str(credentials.get("username") or "")
        password = str(credentials.get("password") or "")
        if name and "@" not in name:
            found: User | None = self._authenticate_by_username(name, password)
        else:
            found = self._authenticate_by_email(str(credentials.get("email") or name), password)
        return found

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        """Only by an address somebody has confirmed; django-allauth takes claimed ones, too."""
        found: User | None = self._check_password(owner_of(email) if email else None, password)
        return found

    def get_user(self, user_id: int) -> User | None:
        """Who the session says is here; asked for by every request."""
        found = BY_PK.fetch(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
