from __future__ import annotations

from celery import shared_task

from mail import outcomes


@shared_task(name="mail.tasks.prune")
def prune() -> None:
    outcomes.prune()
