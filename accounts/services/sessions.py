"""Log-in outside the forms of django-allauth, and ending sessions."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
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
    """Log all of the player's devices out but the one with this key, and end the links of mails."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep):
        session.end()
    end_links(user=user)


@transaction.atomic
def end_links(*, user: User) -> None:
    """Links in mails sent so far act for this player no longer."""
    User.objects.filter(pk=user.pk).update(link_epoch=F("link_epoch") + 1)
    # On the object too: whoever saves it whole must not put the old number back.
    user.refresh_from_db(fields=["link_epoch"])


def clear_expired() -> int:
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]
