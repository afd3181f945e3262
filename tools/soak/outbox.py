"""Mails are promised while workers and Valkey are killed at random: each arrives once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from tools.services import free_port

VICTIMS = ("worker", "worker", "valkey", "web")
SETTLE_SECONDS = 120


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="nauticus-soak-") as folder:
        os.environ.update(
            VAR_DIR=folder,
            PORT=str(free_port()),
            OUTBOX_LEASE_SECONDS="3",
            OUTBOX_SWEEP_SECONDS="1",
            EMAIL_URL="local://?seconds=0.2",
            DJANGO_SETTINGS_MODULE="nauticus_site.settings",
        )
        runner = subprocess.Popen(
            [sys.executable, "-m", "tools.dev"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert runner.stdout is not None
            for line in runner.stdout:
                if "Nauticus is at" in line:
                    break
            return _storm(Path(folder), dice, seconds)
        finally:
            runner.send_signal(signal.SIGINT)
            runner.communicate(timeout=20)


def _storm(var: Path, dice: random.Random, seconds: float) -> dict[str, Any]:
    import django

    django.setup()
    from mail.models import LocalMail
    from mail.services import queue
    from outbox.models import Effect

    promised = kills = 0
    end = time.monotonic() + seconds
    next_kill = time.monotonic() + 3
    report = time.monotonic() + 10
    while (now := time.monotonic()) < end:
        queue(template="soak", to=f"p{promised}@example.org", context={}, language="en")
        promised += 1
        if now > next_kill:
            victim = dice.choice(VICTIMS)
            with suppress(ProcessLookupError, FileNotFoundError, ValueError):
                os.killpg(int((var / "log" / f"{victim}.pid").read_text()), signal.SIGKILL)
                kills += 1
            # Far enough apart that the runner does not take it for a child that cannot run.
            next_kill = now + dice.uniform(3, 9)
        if now > report:
            print(
                f"  {promised} promised, {LocalMail.objects.count()} arrived, {kills} kills",
                flush=True,
            )
            report = now + 10
        time.sleep(dice.uniform(0.05, 0.5))
    deadline = time.monotonic() + SETTLE_SECONDS
    waiting = Effect.objects.filter(done_at__isnull=True)
    while waiting.exists() and time.monotonic() < deadline:
        time.sleep(0.5)
    arrived = LocalMail.objects.count()
    again = sum(n - 1 for n in Effect.objects.values_list("attempts", flat=True))
    return {
        "ok": arrived == promised and not waiting.exists(),
        "promised": promised,
        "arrived": arrived,
        "kills": kills,
        "repeated_attempts": again,
    }
