"""The toll at sign-up: a little work for the browser, none for a person.

A challenge is a signed word; nothing about it is stored until it is spent. The browser looks
for numbers that make SHA-256(word:part:number) begin with enough zero bits. The effort is cut
into PARTS smaller ones, so that progress can be shown and luck matters less.

Without scripts there is a plain question instead, which may be asked only a few times an hour.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.errors import BadToken, TooEarly

PARTS = 16
PARTS_BITS = 4  # PARTS = 2 ** PARTS_BITS
MAX_WORD = 300
MAX_ANSWER = 400
_SALT = "accounts.toll"


@dataclass(frozen=True)
class Challenge:
    word: str
    bits: int  # per part
    parts: int
    question: str


def issue(purpose: str) -> Challenge:
    """A fresh challenge, good for this form only."""
    crates, more = 2 + secrets.randbelow(7), 2 + secrets.randbelow(7)
    salt = secrets.token_urlsafe(12)
    bits = max(0, settings.POW_BITS - PARTS_BITS)
    word = signing.dumps(
        {
            "p": purpose,
            "s": salt,
            "b": bits,
            "t": int(time.time() * 10) / 10,  # never in the future
            "q": [crates, more],
        },
        salt=_SALT,
        compress=False,
    )
    return Challenge(word=word, bits=bits, parts=PARTS, question=_question(crates, more))


def check(*, purpose: str, word: str, work: str, answer: str) -> bool:
    """True when the work was done, False when the question was answered instead.

    Raises BadToken for anything forged, stale or used, TooEarly for a form sent faster
    than a person can fill it in.
    """
    data = _read(purpose, word)
    if time.time() - float(data["t"]) < settings.SIGNUP_MIN_SECONDS:
        raise TooEarly(
            "too_fast", _("That was very fast. Wait a moment, then send the form again.")
        )
    by_work = bool(work)
    if by_work:
        if not _worked(word, int(data["b"]), work):
            raise BadToken("work", _("The check didn’t finish. It will start again automatically."))
    elif not _answered(data["q"], answer):
        raise BadToken("answer", _("That’s not the right number. Try the new question."))
    return by_work


def spend(word: str) -> None:
    """Use it up. Two who come with the same word: only one gets through."""
    name = hashlib.sha256(word.encode()).hexdigest()[:32]
    if not cache.add(f"toll:{name}", 1, timeout=int(settings.POW_LIFETIME.total_seconds()) + 60):
        raise BadToken("spent", _("This form was already sent. You can use it again now."))


def solve(word: str, bits: int, parts: int = PARTS) -> str:
    """What the browser does; for tests and tools."""
    numbers = []
    for part in range(parts):
        number = 0
        while not _zeros(word, part, number, bits):
            number += 1
        numbers.append(str(number))
    return ",".join(numbers)


def _read(purpose: str, word: str) -> dict[str, Any]:
    stale = BadToken("stale", _("This form was open for too long. Please send it again."))
    if not word or len(word) > MAX_WORD or not word.isascii():
        raise stale
    try:
        data = signing.loads(word, salt=_SALT, max_age=settings.POW_LIFETIME)
    except signing.BadSignature:
        raise stale from None
    if not hmac.compare_digest(str(data.get("p", "")), purpose):
        raise stale
    return dict(data)


def _worked(word: str, bits: int, work: str) -> bool:
    numbers = work.split(",") if len(work) <= MAX_ANSWER else []
    return len(numbers) == PARTS and all(
        number.isascii()
        and number.isdigit()
        and len(number) <= 12
        and _zeros(word, part, int(number), bits)
        for part, number in enumerate(numbers)
    )


def _zeros(word: str, part: int, number: int, bits: int) -> bool:
    digest = hashlib.sha256(f"{word}:{part}:{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - bits) == 0 if bits else True


def _answered(question: object, answer: str) -> bool:
    text = answer.strip()
    if not isinstance(question, list) or not text.isascii() or not text.isdigit() or len(text) > 4:
        return False
    return int(text) == sum(int(part) for part in question)


def _question(crates: int, more: int) -> str:
    return _(
        "A ship has %(crates)s crates on board and loads %(more)s more. "
        "How many crates does it have now?"
    ) % {"crates": crates, "more": more}
