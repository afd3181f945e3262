"""An address as a keyed hash: enough to recognise it, not enough to read it."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings


def digest(address: str) -> str:
    return _digest(address, settings.SECRET_KEY)


def digests(address: str) -> list[str]:
    """Under keys of earlier times, too: what we know outlives a change of the secret key."""
    return [_digest(address, key) for key in keys()]


def keys() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *map(str, settings.SECRET_KEY_FALLBACKS))


def provider(address: str) -> str:
    """Who receives mail for it: the domain, as far as we can know."""
    return address.rpartition("@")[2].strip().lower()


def _digest(address: str, key: str) -> str:
    # Bounces and reports name anything as an address, also what is no text.
    word = b"mail.address:" + address.strip().lower().encode(errors="surrogatepass")
    return hmac.new(key.encode(), word, hashlib.sha256).hexdigest()
