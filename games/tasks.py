"""Background work, thin: every task calls a service and may run twice."""

from __future__ import annotations

import structlog
from celery import shared_task

from games.services import sweep as services

log = structlog.get_logger(__name__)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Deadlines that passed, tables whose date came, tables nobody filled."""
    if done := services.sweep():
        log.info("clocks.swept", count=done)
