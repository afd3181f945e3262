"""The private calendar's address: made, made anew, taken away."""

from __future__ import annotations

import secrets

from django.db import transaction

from accounts.models import User
from notices.models import Reader
from notices.selectors import calendar_digest

BYTES = 32


@transaction.atomic
def make(*, user: User) -> str:
    """A new secret, told this once: only its hash is kept. An older one stops working."""
    secret = secrets.token_urlsafe(BYTES)
    Reader.objects.update_or_create(
        user=user, defaults={"calendar_digest": calendar_digest(secret)}
    )
    return secret


@transaction.atomic
def revoke(*, user: User) -> None:
    Reader.objects.filter(user=user).update(calendar_digest="")
