from __future__ import annotations

from datetime import timedelta

import structlog
from celery import shared_task
from django.utils import timezone

from accounts.models import RetiredName
from accounts.services import data, deletion, guests, sessions
from mail import strangers

log = structlog.get_logger(__name__)


@shared_task(name="accounts.tasks.housekeeping")
def housekeeping() -> None:
    """Every part stands alone and may run twice."""
    for name, work in (
        ("deletions", deletion.carry_out_due),
        ("guests", guests.expire),
        ("exports", data.expire_exports),
        ("sessions", sessions.clear_expired),
        ("retired_names", _forget_retired_names),
        ("strangers", strangers.forget),
    ):
        try:
            done = work()
        except Exception:
            log.exception("housekeeping.failed", part=name)
        else:
            log.info("housekeeping.done", part=name, count=done)


def _forget_retired_names() -> int:
    return RetiredName.objects.filter(until__lt=timezone.now() - timedelta(days=1)).delete()[0]
