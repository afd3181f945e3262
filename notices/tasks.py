"""Background work, thin: every task calls a service and may run twice."""

from __future__ import annotations

from celery import shared_task

from notices.services import choices
from notices.services import sweep as services


@shared_task(name="notices.tasks.sweep")
def sweep() -> None:
    services.sweep()


@shared_task(name="notices.tasks.prune")
def prune() -> None:
    choices.prune()
