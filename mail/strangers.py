"""Mail to people who did not ask for it: a few a day at most, and never after they said no.

Kept under a keyed hash: enough to recognise an address, not enough to read it.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from mail.models import Stranger

PER_DAY = 5  # mails to one address, whoever sends them
DAY = timedelta(days=1)


def digest(address: str) -> str:
    return _digest(address, settings.SECRET_KEY)


@transaction.atomic
def may_write(address: str) -> bool:
    """Count one more mail to this address; False if it must not be sent."""
    key, now = digest(address), timezone.now()
    Stranger.objects.get_or_create(digest=key)
    # Locked, so that two workers do not count the same mail.
    rows = list(Stranger.objects.select_for_update().filter(digest__in=_digests(address)))
    if any(row.refused_at is not None for row in rows):
        return False
    row = next(row for row in rows if row.digest == key)
    lately = [at for at in row.sent if at > (now - DAY).timestamp()]
    if len(lately) >= PER_DAY:
        return False
    row.sent, row.last_at = [*lately, now.timestamp()], now
    row.save(update_fields=["sent", "last_at"])
    return True


def has_refused(key: str) -> bool:
    return Stranger.objects.filter(digest=key, refused_at__isnull=False).exists()


def refuse(*, key: str) -> None:
    """Never write there again; saying it twice is saying it once."""
    row, _new = Stranger.objects.get_or_create(digest=key)
    Stranger.objects.filter(pk=row.pk, refused_at=None).update(refused_at=timezone.now())


def allow(*, key: str) -> None:
    Stranger.objects.filter(digest=key).update(refused_at=None)


def forget() -> int:
    """Counts of days gone by. Wishes stay."""
    old = timezone.now() - DAY
    return Stranger.objects.filter(refused_at=None, last_at__lt=old).delete()[0]


def _digests(address: str) -> list[str]:
    """Under keys of earlier times, too: a wish outlives a change of the secret key."""
    keys = (settings.SECRET_KEY, *map(str, settings.SECRET_KEY_FALLBACKS))
    return [_digest(address, key) for key in keys]


def _digest(address: str, key: str) -> str:
    word = b"mail.stranger:" + address.strip().lower().encode()
    return hmac.new(key.encode(), word, hashlib.sha256).hexdigest()
