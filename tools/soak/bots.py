"""Computers play while their worker is killed in the middle of a turn: how long does one wait?

Mails go out at the same time, through the same worker. The wait is counted from the kill to the
next ply; `start` is how much of it passed before a new worker was ready, or all.
"""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path
from typing import Any

from tools.soak.embedded import embedded_site

VICTIMS = ("worker", "worker-slow")  # both know the lane of the bots
LONGEST_SECONDS = 10
GIVE_UP_SECONDS = 150
MAIL_SECONDS = 0.2  # more than the worker can send while it is killed again and again


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    with embedded_site() as (var, _server):
        return _kill(var / "log", random.Random(seed), seconds)


def _kill(logs: Path, dice: random.Random, seconds: float) -> dict[str, Any]:
    import django

    django.setup()
    from games.models import Match
    from mail.services import queue
    from outbox.models import Effect

    def starts() -> int:
        texts = [(logs / f"{name}.log").read_text(errors="replace") for name in VICTIMS]
        return sum(text.count(" ready.") for text in texts)

    while starts() < len(VICTIMS):
        time.sleep(0.1)
    waits: list[float] = []
    start_times: list[float] = []
    end = time.monotonic() + seconds
    next_mail = 0.0
    code = ""
    while time.monotonic() < end:
        if not Match.objects.filter(code=code, status=Match.Status.RUNNING).exists():
            code = ghost_ship()
        if time.monotonic() > next_mail:
            queue(template="soak", to="a@example.org", context={}, language="en")
            next_mail = time.monotonic() + MAIL_SECONDS
        in_hand = Effect.objects.filter(
            kind="bot-turn", done_at__isnull=True, claimed_until__isnull=False
        )
        if not in_hand.exists() or dice.random() < 0.7:
            time.sleep(0.02)
            continue
        seen = starts()
        os.kill(int((logs / f"{dice.choice(VICTIMS)}.pid").read_text()), signal.SIGKILL)
        killed = time.monotonic()
        ply = Match.objects.get(code=code).ply
        started = 0.0
        while Match.objects.get(code=code).ply == ply:
            now = time.monotonic() - killed
            if not started and starts() > seen:
                started = now
            if now > GIVE_UP_SECONDS:
                break
            time.sleep(0.05)
        waits.append(time.monotonic() - killed)
        start_times.append(started or waits[-1])
        print(f"  {waits[-1]:.1f} s, of which {start_times[-1]:.1f} s to start", flush=True)
        time.sleep(dice.uniform(5.5, 7))  # else the runner would take it for one that cannot run
    return {
        "ok": bool(waits) and max(waits) < LONGEST_SECONDS,
        "kills": len(waits),
        "longest_wait": round(max(waits, default=0), 1),
        "median_wait": round(sorted(waits)[len(waits) // 2], 1) if waits else 0,
        "longest_start": round(max(start_times, default=0), 1),
        "longest_wait_after_start": round(
            max((w - s for w, s in zip(waits, start_times, strict=True)), default=0), 1
        ),
    }


def ghost_ship() -> str:
    """A match whose only player has left: computers play it to the end, turn after turn."""
    from django.db import transaction

    from accounts.models import User
    from games.services.play import bots, commit
    from games.services.tables import lobby
    from games.terms.charter import Charter

    number = User.objects.count()
    captain = User.objects.create_user(f"captain{number}")
    table = lobby.create(user=captain, charter=Charter(size=3), bots=2)
    with transaction.atomic():
        match = commit.lock(table.code)
        seats = commit.seats_of(match)
        bots.hand_over(match, seats, next(seat for seat in seats if seat.user_id))
    return str(match.code)
