"""Mails about accounts, queued with the change they tell about."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts import selectors, tokens
from accounts.models import User
from mail import strangers
from mail.services import queue


def send_account_mail(name: str, *, to: str, context: dict[str, Any]) -> None:
    """One of `templates/emails/account/`: these concern safety and cannot be switched off."""
    user = context.get("user") or owner_of(to)
    facts = {
        "user": user,
        "email": to,
        "at": timezone.now(),
        "link_days": settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS,
        "reset_days": settings.PASSWORD_RESET_TIMEOUT // 86400,
    }
    with timezone.override(clock_of(user)):
        queue(
            template=f"account/{name}",
            to=to,
            context={**context, **facts},
            language=language_for(user),
        )


def send_to_player(
    user: User,
    template: str,
    context: dict[str, Any],
    *,
    key: str | None = None,
) -> bool:
    """A mail about a player's account, to their own address if there is one.

    News goes through `notices`, where people say what they want to hear of.
    """
    address = primary_address(user)
    if not address:
        return False
    with timezone.override(clock_of(user)):
        queue(
            template=template,
            to=address,
            context={**context, "user": user},
            language=language_for(user),
            key=key,
        )
    return True


def send_to_address(
    address: str,
    template: str,
    context: dict[str, Any],
    *,
    kind: str,
    language: str,
    key: str | None = None,
) -> bool:
    """A mail somebody else caused, to an address they typed, if its owner can bear it.

    A player stops this kind of mail with one click, anybody else all such mail.
    """
    owner = owner_of(address)
    if not strangers.may_write(address):
        return False
    if owner is not None:
        link = reverse("unsubscribe", args=[tokens.unsubscribe(owner, kind)])
    else:
        link = reverse("never_again", args=[tokens.never_again(strangers.digest(address))])
    with timezone.override(clock_of(owner)):
        queue(
            template=template,
            to=address,
            context={**context, "user": owner},
            language=selectors.language_of(owner, language),
            key=key,
            unsubscribe_url=absolute(link),
        )
    return True


def primary_address(user: User) -> str:
    """The confirmed address; mail goes nowhere else."""
    return (
        EmailAddress.objects.filter(user=user, verified=True)
        .order_by("-primary")
        .values_list("email", flat=True)
        .first()
        or ""
    )


def owner_of(address: str) -> User | None:
    """Whose address it is: who has confirmed it. Anybody can type one, so nothing else counts."""
    row = (
        EmailAddress.objects.filter(email=address.lower(), verified=True)
        .select_related("user")
        .first()
    )
    return row.user if row else None


def language_for(user: User | None) -> str:
    return selectors.language_of(user, get_language() or settings.LANGUAGE_CODE)


def clock_of(user: User | None) -> ZoneInfo:
    """Dates in a mail are those of its reader."""
    try:
        return ZoneInfo(user.time_zone if user else "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def absolute(path: str) -> str:
    return settings.SITE_URL.rstrip("/") + path
