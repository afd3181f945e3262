"""Samples of the mails about accounts (see `mail.previews`)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from mail.previews import Factory, register

# Made up, and short enough not to be taken for real ones.
FACTS: dict[str, Any] = {
    "user": "Alice",
    "email": "alice@example.org",
    "at": datetime(2026, 11, 18, 9, 30, tzinfo=UTC),
    "ip": "192.0.2.7",
    "link_days": settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS,
    "reset_days": settings.PASSWORD_RESET_TIMEOUT // 86400,
}


def link(path: str) -> str:
    return f"{settings.SITE_URL}/{path}"


ACCOUNT: dict[str, dict[str, Any]] = {
    "account_already_exists": {"password_reset_url": link("account/password/reset/")},
    "email_changed": {"from_email": "alice@example.org", "to_email": "alice@example.net"},
    "email_confirmation": {"activate_url": link("account/confirm-email/sample/")},
    "email_confirmation_signup": {"activate_url": link("account/confirm-email/sample/")},
    "email_deleted": {"deleted_email": "alice@example.net"},
    "password_changed": {},
    "password_reset": {},
    "password_reset_key": {"password_reset_url": link("account/password/reset/key/sample/")},
    "password_set": {},
    "recovery_codes_generated": {},
    "totp_activated": {},
    "totp_deactivated": {},
    "unknown_account": {"signup_url": link("account/signup/")},
    "webauthn_added": {},
    "webauthn_removed": {},
}
OWN: dict[str, dict[str, Any]] = {
    "deletion_cancelled": {},
    "deletion_done": {},
    "deletion_requested": {
        "due": datetime(2026, 11, 25, 9, 30, tzinfo=UTC),
        "cancel_url": link("account/delete/cancel/sample/"),
    },
    "friend_request": {
        "asker": "Bob",
        "friends_url": link("friends/"),
        "unsubscribe_url": link("unsubscribe/sample/"),
    },
}


def _sample(context: dict[str, Any]) -> Factory:
    return lambda language: {**FACTS, **context}


for _name, _context in ACCOUNT.items():
    register(f"account/{_name}", _sample(_context))
for _name, _context in OWN.items():
    register(f"accounts/{_name}", _sample(_context))
