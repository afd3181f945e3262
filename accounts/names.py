"""What a user name may be, and which names look the same."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHAPE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{2,19}\Z")


def look_alike_key(name: str) -> str:
    """Fold case, separators and the letters people mistake for one another."""
    key = name.lower().replace("-", "").replace("_", "")
    for pair, single in (("rn", "m"), ("vv", "w")):
        key = key.replace(pair, single)
    return key.translate(str.maketrans("015i", "olsl"))


def validate_username(name: str) -> None:
    if not SHAPE.match(name):
        raise ValidationError(
            _("Use 3 to 20 letters, digits, '-' or '_', beginning with a letter."), code="shape"
        )
