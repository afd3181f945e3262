"""What must never be written into logs or shown on operators' pages."""

from __future__ import annotations

import re
from typing import Any

HIDDEN = "[hidden]"

SENSITIVE = re.compile(
    r"(?i)(pass(word|wd|phrase)?$|^pwd$|password|secret|token|authori[sz]ation|cookie|session"
    r"|csrf|api_?key|private_?key|signature|otp|recovery|credential|^key$|^code$|^body$|^text$"
    r"|^html$|^payload$|^query(_string)?$|^dsn$)"
)
# Names that match by accident and are safe to read.
HARMLESS = {"status_code", "sessions", "attempts"}

URL_PASSWORD = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<user>[^\s:/@]*):[^\s/@]+@", re.I)
PAIR = re.compile(
    r"(?i)\b((?:password|passwd|secret|token|api_?key|sessionid|csrftoken|authorization)"
    r"['\"]?\s*[=:]\s*['\"]?)(?:bearer\s+|basic\s+)?[^\s'\"&;,)]+"
)
BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}")
# Links of mails that act without a log-in.
LINK = re.compile(r"(/go/)[^\s/'\"?#<>]+")


def redact_text(text: str) -> str:
    """Hide passwords and links in addresses, and `token=…` pairs inside free text."""
    text = LINK.sub(rf"\1{HIDDEN}", text)
    text = URL_PASSWORD.sub(rf"\g<scheme>\g<user>:{HIDDEN}@", text)
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
