"""What a promise costs, against the bare INSERT it needs, on PostgreSQL that syncs."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from typing import Any

from tools.services import Services

ROUNDS = 300


def run() -> dict[str, Any]:
    services = Services()
    try:
        os.environ.update(
            DATABASE_URL=services.start_postgres(durable=True),
            REDIS_URL=services.start_valkey(),
            VAR_DIR=str(services.dir / "var"),
            DJANGO_SETTINGS_MODULE="nauticus_site.settings",
        )
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connection, transaction

        from mail.rendering import render
        from outbox.models import Effect
        from outbox.services import promise
        from outbox.services import run as carry_out

        call_command("migrate", verbosity=0)
        mail = render("soak", {}, "en")
        payload = {
            "template": "soak", "to": "a@example.org", "subject": mail.subject,
            "text": mail.text, "html": mail.html, "headers": {},
        }  # fmt: skip

        def bare() -> None:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    "insert into outbox_effect (kind, payload, lane, created_at, due_at,"
                    " attempts, last_error, request_id)"
                    " values ('mail', '{}', 'fast', now(), now(), 0, '', '')"
                )

        def promised() -> None:
            with transaction.atomic():
                promise(kind="mail", payload=payload)

        bare_ms, promise_ms = _median(bare), _median(promised)
        waiting = list(Effect.objects.order_by("-pk").values_list("pk", flat=True)[:ROUNDS])
        logging.disable(logging.INFO)
        began = time.perf_counter()
        for pk in waiting:
            carry_out(pk)
        run_ms = (time.perf_counter() - began) / len(waiting) * 1000
        return {
            "insert_ms": round(bare_ms, 2),
            "promise_ms": round(promise_ms, 2),
            "promise_to_insert": round(promise_ms / bare_ms, 2),
            "carry_out_ms": round(run_ms, 2),
        }
    finally:
        services.stop()


def _median(action: Callable[[], None]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return sorted(times)[ROUNDS // 2] * 1000
