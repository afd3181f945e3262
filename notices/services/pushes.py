"""Browsers that take push messages for a player: added, renewed, forgotten."""

from __future__ import annotations

import base64
import binascii
import hashlib
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.locks import hold
from accounts.models import User
from notices.models import PushSubscription
from ops import vetting

MOST = 10  # browsers of one player
PATIENCE = timedelta(days=7)  # with a browser whose service refuses every message
POINT, AUTH = 65, 16  # bytes
LONGEST = 1000  # characters of an endpoint


class BadKeys(ValueError):
    """What the browser sent can't be encrypted to."""


class TooMany(Exception):
    """The player has as many browsers as there may be."""


def digest_of(secret: str) -> str:
    """Of an endpoint, or of the key of a session."""
    return hashlib.sha256(secret.encode()).hexdigest()


def subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, agent: str = "", session: str = ""
) -> PushSubscription:
    """Add a browser. One that is known changes hands: somebody else uses it now.

    Raises `vetting.Refused`, `BadKeys` or `TooMany`.
    """
    _check(endpoint, p256dh, auth)
    with transaction.atomic():
        hold(user)
        digest = digest_of(endpoint)
        others = PushSubscription.objects.filter(user=user).exclude(digest=digest)
        if others.count() >= MOST:
            raise TooMany
        row, _made = PushSubscription.objects.update_or_create(
            digest=digest,
            defaults={
                "user": user,
                "endpoint": endpoint,
                "p256dh": p256dh,
                "auth": auth,
                "agent": agent[:200],
                "session": digest_of(session) if session else "",
                "failing_since": None,
            },
        )
    return row


def renew(*, old: str, endpoint: str, p256dh: str, auth: str) -> bool:
    """A browser got a new address from its push service. It proves itself by the old one."""
    known = PushSubscription.objects.filter(digest=digest_of(old))
    if not known.exists():
        return False
    _check(endpoint, p256dh, auth)
    with transaction.atomic():
        row = known.select_for_update().first()
        if row is None:
            return False
        fresh = digest_of(endpoint)
        PushSubscription.objects.filter(digest=fresh).exclude(pk=row.pk).delete()
        row.endpoint, row.digest = endpoint, fresh
        row.p256dh, row.auth, row.failing_since = p256dh, auth, None
        row.save()
    return True


def remove(*, user: User, pk: int) -> bool:
    return bool(PushSubscription.objects.filter(user=user, pk=pk).delete()[0])


def session_ended(*, key: str, **_: object) -> None:
    """Whoever logged out, here or from afar, isn't told anything in that browser any more."""
    PushSubscription.objects.filter(session=digest_of(key)).delete()


def session_renamed(*, old: str, new: str, **_: object) -> None:
    PushSubscription.objects.filter(session=digest_of(old)).update(session=digest_of(new))


def password_changed(*, user: User, request: HttpRequest | None = None, **_: object) -> None:
    """Other browsers are logged out by a new password, though their sessions still exist."""
    key = request.session.session_key if request is not None else None
    rows = PushSubscription.objects.filter(user=user)
    rows.exclude(session=digest_of(key) if key else "-").delete()


def succeeded(row: PushSubscription) -> None:
    if row.failing_since is not None:
        PushSubscription.objects.filter(pk=row.pk).update(failing_since=None)


def failed(row: PushSubscription) -> bool:
    """Note a failure; True when there were too many and the browser is forgotten."""
    now = timezone.now()
    if row.failing_since is None:
        PushSubscription.objects.filter(pk=row.pk).update(failing_since=now)
        return False
    if now - row.failing_since < PATIENCE:
        return False
    forget(row)
    return True


def forget(row: PushSubscription) -> None:
    """Its service says that nobody listens there any more."""
    PushSubscription.objects.filter(pk=row.pk, digest=row.digest).delete()


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    if len(endpoint) > LONGEST:
        raise vetting.Refused("long")
    if len(_bytes(auth)) != AUTH:
        raise BadKeys("auth")
    point = _bytes(p256dh)
    if len(point) != POINT:
        raise BadKeys("p256dh")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadKeys("p256dh") from None
    vetting.vet(endpoint)  # last, because it asks the network


def _bytes(text: str) -> bytes:
    """URL-safe base64, with or without its padding."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKeys("base64") from None
