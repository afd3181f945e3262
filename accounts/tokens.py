"""Signed words that stand in links: nothing about them is stored."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core import signing

from accounts.errors import BadToken
from accounts.models import User

MAX_LENGTH = 400
_UNSUBSCRIBE = "accounts.unsubscribe"
_NEVER = "accounts.never-again"
_CANCEL = "accounts.cancel-deletion"


def unsubscribe(user: User, kind: str | None) -> str:
    """Good for ever: a mail may be read years later."""
    return signing.Signer(salt=_UNSUBSCRIBE).sign_object({"u": user.pk, "k": kind})


def read_unsubscribe(token: str) -> tuple[int, str]:
    data = _read(_UNSUBSCRIBE, token)
    return int(data["u"]), str(data["k"])


def never_again(digest: str) -> str:
    """For an address without an account, of which the link says nothing."""
    return signing.Signer(salt=_NEVER).sign_object({"d": digest})


def read_never_again(token: str) -> str:
    return str(_read(_NEVER, token)["d"])


def cancel_deletion(user: User) -> str:
    """Good for this request only: a later one has another date."""
    due = user.deletion_due.isoformat() if user.deletion_due else ""
    return signing.Signer(salt=_CANCEL).sign_object({"u": user.pk, "d": due})


def read_cancel_deletion(token: str) -> tuple[int, datetime]:
    data = _read(_CANCEL, token)
    return int(data["u"]), datetime.fromisoformat(data["d"])


def _read(salt: str, token: str) -> dict[str, Any]:
    try:
        if len(token) > MAX_LENGTH or not token.isascii():
            raise BadToken("forged")
        data = signing.Signer(salt=salt).unsign_object(token)
        if not isinstance(data, dict):
            raise BadToken("forged")
        return data
    except (signing.BadSignature, ValueError) as error:
        raise BadToken("forged") from error
