"""Where undeliverable mail returns to: an address of its own for every mail, signed (VERP).

A bounce is a mail, and anybody can write one. What it says counts only for the mail whose signed
address it was sent to; whose mail that was is our own knowledge.
"""

from __future__ import annotations

import hashlib
import hmac
import re

from django.conf import settings

from mail.addresses import keys

# Lower case and short: servers on the way may change the case, and 64 characters are the limit.
SHAPE = re.compile(r"bounce\+(\d{1,19})\.([0-9a-f]{24})@(.+)", re.I)


def address_for(effect_id: int) -> str:
    """Empty when bounces aren't collected: mail then returns to whom it comes from."""
    domain = settings.MAIL_BOUNCE_DOMAIN
    if not domain:
        return ""
    return f"bounce+{effect_id}.{_sign(effect_id, settings.SECRET_KEY)}@{domain}"


def effect_of(address: str) -> int | None:
    """The mail an address was made for; None if we didn't make it."""
    found = SHAPE.fullmatch(address.strip().strip("<>"))
    if found is None or found[3].lower() != settings.MAIL_BOUNCE_DOMAIN.lower():
        return None
    effect_id, offered = int(found[1]), found[2].lower()
    if any(hmac.compare_digest(_sign(effect_id, key), offered) for key in keys()):
        return effect_id
    return None


def _sign(effect_id: int, key: str) -> str:
    word = f"mail.bounce:{effect_id}".encode()
    return hmac.new(key.encode(), word, hashlib.sha256).hexdigest()[:24]
