"""Mails are promised while workers and Valkey are killed: each arrives, hardly any twice.

A worker is killed in the worst moment, within a fifth of a second after the mail server has
taken a mail, so the share of doubled mails is far above that of kills at random.
"""

from __future__ import annotations

import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tools.soak.embedded import embedded_site
from tools.soak.mail_server import MailServer

VICTIMS = ("worker", "worker", "worker", "valkey", "web")
SETTLE_SECONDS = 120
WORST_MOMENT = 0.2


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    with embedded_site(OUTBOX_LEASE_SECONDS="4") as (var, server):
        return _storm(var, random.Random(seed), seconds, server)


def _storm(var: Path, dice: random.Random, seconds: float, server: MailServer) -> dict[str, Any]:
    import django

    django.setup()
    from mail.services import queue
    from outbox.models import Effect

    promised = 0
    kills = dict.fromkeys(VICTIMS, 0)
    end = time.monotonic() + seconds
    next_kill = time.monotonic() + 3
    report = time.monotonic() + 10
    while (now := time.monotonic()) < end:
        queue(template="soak", to=f"p{promised}@example.org", context={}, language="en")
        promised += 1
        if now > next_kill:
            victim = dice.choice(VICTIMS)
            if victim == "worker":
                server.accepted.clear()
                if not server.accepted.wait(1):
                    continue  # it is not even back from the last time
                time.sleep(dice.uniform(0, WORST_MOMENT))
            with suppress(ProcessLookupError, FileNotFoundError, ValueError):
                os.kill(int((var / "log" / f"{victim}.pid").read_text()), signal.SIGKILL)
                kills[victim] += 1
            # Far enough apart that the runner does not take it for a child that cannot run.
            next_kill = time.monotonic() + dice.uniform(5.5, 8)
        if now > report:
            print(
                f"  {promised} promised, {len(server.arrived)} arrived, "
                f"{server.doubled} twice, {sum(kills.values())} kills",
                flush=True,
            )
            report = now + 10
        time.sleep(dice.uniform(0.05, 0.5))
    deadline = time.monotonic() + SETTLE_SECONDS
    waiting = Effect.objects.filter(done_at__isnull=True)
    while waiting.exists() and time.monotonic() < deadline:
        time.sleep(0.5)
    again = sum(n - 1 for n in Effect.objects.values_list("attempts", flat=True))
    return {
        "ok": len(server.arrived) == promised and not waiting.exists(),
        "promised": promised,
        "arrived": len(server.arrived),
        "doubled": server.doubled,
        "kills": kills,
        "repeated_attempts": again,
    }
