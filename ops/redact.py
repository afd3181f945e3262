"""What must never be written into logs or shown on operators' pages."""

from __future__ import annotations

import re
from typing import Any

HIDDEN = "[hidden]"

SENSITIVE = re.compile(
    r"(?i)(pass(word|wd|phrase)?$|^pwd$|password|secret|token|authori[sz]ation|cookie|session"
    r"|csrf|api_?key|private_?key|signature|otp|recovery|credential|^key$|^code$|^body$|^text$"
    r"|^html$|^payload$|^query(_string)?$|^dsn$|endpoint|webhook|^p256dh$|^auth$)"
)
# Names that match by accident and are safe to read.
HARMLESS = {"status_code", "sessions", "attempts"}

URL_PASSWORD = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<user>[^\s:/@]*):[^\s/@]+@", re.I)
PAIR = re.compile(
    r"(?i)\b((?:password|passwd|secret|token|api_?key|sessionid|csrftoken|authorization)"
    r"['\"]?\s*[=:]\s*['\"]?)(?:bearer\s+|basic\s+)?[^\s'\"&;,)]+"
)
# The address of a webhook or of a push service is the key to it: whoever has it may send.
KEY_IN_PATH = re.compile(r"(?i)(https://[^/\s'\"<>]+/)[^\s'\"<>]*?[\w:%~=-]{20,}[^\s'\"<>]*")
BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}")
# Addresses that are keys themselves; nginx hides the same ones (deploy/nginx).
LINK = re.compile(
    r"(/(?:calendar|invitation|unsubscribe|m|go"
    r"|account/(?:confirm-email|password/reset/key|delete/cancel|data))/)[^\s'\"<>?#&,;)]+"
)


def redact_text(text: str) -> str:
    """Hide passwords in addresses, secret addresses and `token=…` pairs inside free text."""
    text = URL_PASSWORD.sub(rf"\g<scheme>\g<user>:{HIDDEN}@", text)
    text = KEY_IN_PATH.sub(rf"\1{HIDDEN}", text)
    text = LINK.sub(rf"\1{HIDDEN}", text)
    text = PAIR.sub(rf"\1{HIDDEN}", text)
    return BEARER.sub(rf"\1 {HIDDEN}", text)


def sensitive(name: object) -> bool:
    return isinstance(name, str) and name not in HARMLESS and bool(SENSITIVE.search(name))


def redact(value: Any, depth: int = 6) -> Any:
    """The same value with everything sensitive replaced, in nested containers too."""
    if isinstance(value, str):
        return redact_text(value)
    if depth <= 0 and isinstance(value, (dict, list, tuple)):
        return HIDDEN
    if isinstance(value, dict):
        return {
            key: HIDDEN if sensitive(key) and item not in (None, "") else redact(item, depth - 1)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [redact(item, depth - 1) for item in value]
    return value
