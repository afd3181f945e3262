"""What a user name may be, and which names look the same."""

from __future__ import annotations

import hashlib
import hmac
import re

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
MAX_LENGTH = 20
SHAPE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{2,19}\Z", re.ASCII)

# How the names of guests begin, by the language they came in. No player can choose one of them.
GUESTS = {"en": "Guest", "fr": "Invité"}
FORMER = "former"

# Names that would speak for the site, or that an address of the site already uses.
_WORDS = """
    about abuse account accounts alerts all anchor anonymous anyone api arena auth avatar
    billing board bosun bots captain chat clock contact cookies crew dashboard data debug delete
    demo docs download edit email error event events everybody everyone export faq feed friends
    game games harbour harbourmaster healthz help home host hostmaster i18n inbox index info
    invite join ladder legal list live log login logout lobby mail mailer market match matches
    media me member metrics mine mod mods new news nobody none noreply notifications null
    official oltremare ops order owner page password play player players post postmaster
    preferences press privacy profile rating ratings readyz register replay report robot robots
    root rotterdam rules search season security sessions settings shipyard signin signout signup
    site sitemap someone spectator static status store support sysop system table team terms
    test theme title titles tournament tournaments turn undefined unknown unsubscribe user
    username users web webmaster welcome wheel www you
"""
RESERVED = frozenset(_WORDS.split())

# Anything that begins like this, however it goes on.
RESERVED_BEGINNINGS = (
    "admin", "moderator", "nauticus", "staff", "guest", "invite", "former", "deleted",
)  # fmt: skip

_LOOKS_LIKE = str.maketrans("015i", "olsl")


def look_alike_key(name: str) -> str:
    """Fold case, separators and the letters people mistake for one another."""
    key = name.lower().replace("-", "").replace("_", "")
    for pair, single in (("rn", "m"), ("vv", "w")):
        key = key.replace(pair, single)
    return key.translate(_LOOKS_LIKE)


_RESERVED_KEYS = frozenset(look_alike_key(name) for name in RESERVED)
_RESERVED_KEY_BEGINNINGS = tuple(look_alike_key(name) for name in RESERVED_BEGINNINGS)


def is_reserved(name: str) -> bool:
    key = look_alike_key(name)
    return (
        key in _RESERVED_KEYS
        or key.startswith(_RESERVED_KEY_BEGINNINGS)
        or name.lower().startswith(("bot-", "bot_"))
    )


def guest_beginning(language: str) -> str:
    return GUESTS.get(language[:2], GUESTS["en"])


def is_of_a_guest(name: str) -> bool:
    return name.startswith(tuple(f"{beginning}-" for beginning in GUESTS.values()))


def retired_digest(key: str) -> str:
    """Recognises the name of a deleted account without remembering the name."""
    return hmac.new(
        settings.SECRET_KEY.encode(), b"retired-name:" + key.encode(), hashlib.sha256
    ).hexdigest()


def validate_username(name: str) -> None:
    if not SHAPE.match(name):
        raise ValidationError(
            _("Use 3 to 20 letters, digits, “-” or “_”, starting with a letter."), code="shape"
        )
    if is_reserved(name):
        raise ValidationError(_("This name is reserved. Choose another one."), code="reserved")
