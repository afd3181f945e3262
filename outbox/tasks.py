from __future__ import annotations

from celery import shared_task

from outbox import services


@shared_task(name="outbox.tasks.run")
def run(effect_id: int) -> None:
    services.run(effect_id)


@shared_task(name="outbox.tasks.prune")
def prune() -> None:
    services.prune()
