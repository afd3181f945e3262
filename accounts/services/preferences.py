"""Language, time zone and look."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User


@transaction.atomic
def save(
    *,
    user: User,
    language: str,
    time_zone: str,
    theme: str,
    patterns: bool,
) -> User:
    user.language = language
    user.time_zone = time_zone
    user.theme = theme
    user.patterns = patterns
    user.save(update_fields=["language", "time_zone", "theme", "patterns"])
    return user


@transaction.atomic
def set_language(*, user: User, language: str) -> None:
    if language in dict(settings.LANGUAGES):
        User.objects.filter(pk=user.pk).update(language=language)


def seen(*, user: User) -> None:
    """One UPDATE, and only once in a while: the middleware decides when."""
    user.last_seen = timezone.now()
    # Not of an account that was deleted while this request was on its way.
    User.objects.filter(pk=user.pk, anonymised_at=None).update(last_seen=user.last_seen)
