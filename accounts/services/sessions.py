"""Log-in outside the forms of django-allauth, and ending sessions."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts.models import User


@transaction.atomic
def end(*, user: User, pk: int) -> bool:
    """Log one of the player's own devices out."""
    session = UserSession.objects.filter(user=user, pk=pk).first()
    if session is None:
        return False
    session.end()
    return True


@transaction.atomic
def end_others(*, user: User, keep: str) -> None:
    """Log all of the player's devices out but the one with this key."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep):
        session.end()


def clear_expired() -> int:
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]
