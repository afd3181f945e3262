"""Language, time zone, look and mails."""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import mail_kinds, tokens
from accounts.errors import BadToken
from accounts.models import User


@transaction.atomic
def save(
    *,
    user: User,
    language: str,
    time_zone: str,
    theme: str,
    patterns: bool,
    mail_choices: dict[str, bool],
) -> User:
    user.language = language
    user.time_zone = time_zone
    user.theme = theme
    user.patterns = patterns
    user.mail_choices = {**user.mail_choices, **mail_choices}
    user.save(update_fields=["language", "time_zone", "theme", "patterns", "mail_choices"])
    return user


@transaction.atomic
def set_language(*, user: User, language: str) -> None:
    if language in dict(settings.LANGUAGES):
        User.objects.filter(pk=user.pk).update(language=language)


@transaction.atomic
def unsubscribe(*, token: str) -> mail_kinds.MailKind:
    """Switch one kind off for the player the link was made for; twice is once."""
    pk, kind = read_unsubscribe(token)
    user = User.objects.select_for_update().get(pk=pk)
    user.mail_choices = {**user.mail_choices, kind.key: False}
    user.save(update_fields=["mail_choices"])
    return kind


def read_unsubscribe(token: str) -> tuple[int, mail_kinds.MailKind]:
    pk, key = tokens.read_unsubscribe(token)
    kind = mail_kinds.find(key)
    if kind is None or not User.objects.filter(pk=pk).exists():
        raise BadToken("unknown")
    return pk, kind


def seen(*, user: User) -> None:
    """One UPDATE, and only once in a while: the middleware decides when."""
    user.last_seen = timezone.now()
    # Not of an account that was deleted while this request was on its way.
    User.objects.filter(pk=user.pk, anonymised_at=None).update(last_seen=user.last_seen)
