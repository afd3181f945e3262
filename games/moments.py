"""A moment that somebody must keep, in the reader's time zone and with its name."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from ops.dates import written


def moment(at: datetime) -> str:
    """ "17 Nov 2026, 14:05 CET"; zones without a name of their own are told by their offset."""
    local = timezone.localtime(at)
    zone = local.tzname() or ""
    if zone[:1] in "+-":
        zone = f"UTC{zone}"
    return f"{written(local, 'DATETIME_FORMAT')} {zone}"
