"""The parts of "Download my data" that accounts contribute (`settings.DATA_EXPORT_SECTIONS`)."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from accounts import selectors
from accounts.models import Friendship, User
from mail.services import EFFECTS
from outbox.models import Effect

Rows = list[dict[str, Any]]


def profile(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "guest": user.is_guest,
        "joined": user.date_joined,
        "last_log_in": user.last_login,
        "last_seen": user.last_seen,
        "deletion_due": user.deletion_due,
    }


def preferences(user: User) -> dict[str, Any]:
    return {
        "language": user.language,
        "time_zone": user.time_zone,
        "theme": user.theme,
        "patterns": user.patterns,
    }


def addresses(user: User) -> Rows:
    return list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary"))


def sessions(user: User) -> Rows:
    rows = UserSession.objects.filter(user=user)
    return list(rows.values("created_at", "last_seen_at", "ip", "user_agent"))


def security(user: User) -> Rows:
    """What protects the account; never the secrets themselves."""
    return [
        {"type": row.type, "added": row.created_at, "last_used": row.last_used_at}
        for row in Authenticator.objects.filter(user=user)
    ]


def friends(user: User) -> dict[str, Rows]:
    """Whether somebody declined is theirs to tell, and so is who blocks whom."""
    rows = Friendship.objects.filter(Q(asker=user) | Q(asked=user)).select_related("asker", "asked")
    return {
        "friends": [
            {"asked_by": row.asker.username, "asked": row.asked.username, "since": row.accepted_at}
            for row in rows
            if row.accepted_at
        ],
        "requests_sent": [
            {"to": row.asked.username, "at": row.asked_at} for row in selectors.requests_by(user)
        ],
        "requests_received": [
            {"from": row.asker.username, "at": row.asked_at} for row in selectors.requests_to(user)
        ],
        "blocked": [
            {"player": row.blocked.username, "since": row.since} for row in selectors.blocks(user)
        ],
    }


def mails(user: User) -> Rows:
    """Which mails went out and when; their text is not kept.

    To confirmed addresses only: anybody can type one and read here what its owner was sent.
    """
    known = [row["email"] for row in addresses(user) if row["verified"]]
    rows = Effect.objects.filter(kind__in=EFFECTS, payload__to__in=known, done_at__isnull=False)
    return [
        {"to": row.payload["to"], "about": row.payload.get("template", ""), "sent": row.done_at}
        for row in rows.order_by("done_at")
    ]
