"""The site's own key for push services (VAPID, RFC 8292): they tell by it who sends.

Without one, nothing is pushed and no page offers it. `manage.py vapid_keys` makes one.
"""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import Vapid02

LIFETIME = 12 * 3600  # seconds; a push service takes 24 hours at most


def enabled() -> bool:
    return bool(settings.VAPID_PRIVATE_KEY and settings.VAPID_PUBLIC_KEY)


def public_key() -> str:
    """What a browser needs to subscribe."""
    return str(settings.VAPID_PUBLIC_KEY)


def authorization(endpoint: str) -> str:
    """The header for one push service; it's of no use at another."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"https://{parts.hostname}",
        "sub": settings.VAPID_SUBJECT,
        "exp": int(time.time()) + LIFETIME,
    }
    signed = Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode()).sign(claims)
    return str(signed["Authorization"])
