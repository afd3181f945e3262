"""What a mail provider reports over HTTP: delivered, bounced, complained.

    POST /mail/events/
    X-Mail-Timestamp: 1763449200
    X-Mail-Signature: hex HMAC-SHA256 of "<timestamp>.<body>" under MAIL_EVENTS_KEY

    {"event": "bounced", "permanent": true, "message_id": "<…>", "status": "5.1.1"}

`status` and `recipient` may be missing. Said twice is said once.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import Any

import structlog
from django.conf import settings

from mail import outcomes
from mail.models import SentMail

log = structlog.get_logger(__name__)

WINDOW = 300  # seconds in which a signed report is believed
LONGEST = 64_000


class Untrusted(Exception):
    """Not signed with our key, or too long ago."""


class Unreadable(Exception):
    """Signed, but not a report."""


def note(*, body: bytes, timestamp: str, signature: str) -> bool:
    """True if the report changed what we know."""
    _require_signature(body, timestamp, signature)
    event = _read(body)
    name = event["message_id"].strip().strip("<>")
    found = SentMail.objects.filter(message_id=f"<{name}>").values_list("effect_id", flat=True)
    effect_id = found.first()
    if effect_id is None:
        log.info("mail.event_unknown", reported=event["event"])
        return False
    return _apply(event, effect_id)


def sign(body: bytes, timestamp: str, key: str) -> str:
    return hmac.new(key.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _require_signature(body: bytes, timestamp: str, signature: str) -> None:
    if not (timestamp.isascii() and timestamp.isdecimal() and len(timestamp) <= 12):
        raise Untrusted
    wanted = sign(body, timestamp, settings.MAIL_EVENTS_KEY).encode()
    offered = signature.strip().lower().removeprefix("sha256=").encode()
    if not hmac.compare_digest(wanted, offered):
        raise Untrusted
    if abs(time.time() - int(timestamp)) > WINDOW:
        raise Untrusted


def _read(body: bytes) -> dict[str, Any]:
    if len(body) > LONGEST:
        raise Unreadable
    try:
        event = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Unreadable from error
    if not isinstance(event, dict) or not isinstance(event.get("message_id"), str):
        raise Unreadable
    if event.get("event") not in ("delivered", "bounced", "complained"):
        raise Unreadable
    name = event["message_id"]
    if len(name) > 200 or not (name.isascii() and name.isprintable()):
        raise Unreadable
    return event


def _apply(event: dict[str, Any], effect_id: int) -> bool:
    address = str(event.get("recipient", ""))[:320]
    if event["event"] == "delivered":
        return outcomes.delivered(effect_id=effect_id)
    if event["event"] == "complained":
        return outcomes.complained(effect_id=effect_id, address=address)
    if event.get("permanent") is not True:
        log.info("mail.bounced_for_now", effect=effect_id)
        return False
    said = outcomes.STATUS.match(str(event.get("status", "")))
    status = said[1] if said and said[1].startswith("5.") else outcomes.UNSPECIFIED
    return outcomes.bounced(effect_id=effect_id, status=status, address=address)
