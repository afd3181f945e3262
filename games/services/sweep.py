"""What is due and nobody asked for: deadlines that have passed, tables to start or to close."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import structlog
from django.db.models import Count, F
from django.utils import timezone

from games.errors import TableClosed
from games.models import Match, Seat
from games.services.play import clocks
from games.services.tables import lobby

log = structlog.get_logger(__name__)

BATCH = 500


def sweep(now: datetime | None = None) -> int:
    """Settle what is due, start tables whose date has come, close those nobody filled."""
    now = now or timezone.now()
    due = Seat.objects.filter(owes=True, deadline__lte=now).order_by("deadline")
    tables = Match.objects.filter(status=Match.Status.OPEN)
    full = tables.annotate(taken=Count("seats")).filter(taken=F("size"), start_at__lte=now)
    stale = tables.filter(expires_at__lte=now)
    return (
        _each(due.values_list("match__code", flat=True)[:BATCH], clocks.settle)
        + _each(full.values_list("code", flat=True)[:BATCH], lobby.begin)
        + _each(stale.values_list("code", flat=True)[:BATCH], lobby.expire)
    )


def _each(codes: Iterable[str], service: Callable[..., object]) -> int:
    """One broken match must not stop the others; the next sweep tries it again."""
    done = 0
    for code in dict.fromkeys(codes):
        try:
            done += bool(service(code=code))
        except TableClosed:
            continue  # somebody was faster
        except Exception:
            log.exception("sweep.failed", match=code, service=service.__name__)
    return done
