"""Dates in words. French counts the first of a month in its own way: "1er décembre 2026"."""

from __future__ import annotations

import re
from datetime import date

from django.utils import formats
from django.utils.dates import MONTHS, MONTHS_3
from django.utils.translation import get_language

FIRST = re.compile(r"(?<![\w:])1(?= ([^\W\d]+))")


def written(value: date, form: str) -> str:
    """As Django writes it in the reader's language, with French ordinals."""
    return with_ordinal(formats.date_format(value, form))


def with_ordinal(text: str) -> str:
    if not (get_language() or "").startswith("fr"):
        return text
    months = {str(name).rstrip(".").lower() for name in (*MONTHS.values(), *MONTHS_3.values())}
    return FIRST.sub(lambda found: "1er" if found[1].lower() in months else found[0], text)
