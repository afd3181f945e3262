"""Kills, seeded: every kind of process of the layout, one after the other, while people play."""

from __future__ import annotations

import math
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator

from tools.soak.client import Tally
from tools.soak.crew import children_of, command_of
from tools.soak.layout import Layout

# Unit and which of its processes: the main one, or a child whose command holds this text.
VICTIMS = {
    "gunicorn": ("web", None),
    "gunicorn worker": ("web", ""),
    "daphne": ("sockets", None),
    "worker-fast": ("worker-fast", None),
    "worker-slow": ("worker-slow", None),
    "worker-slow child": ("worker-slow", ""),
    "beat": ("beat", None),
    "valkey": ("valkey", None),
    "postmaster": ("postgres", None),
    "postgres backend": ("postgres", "127.0.0.1("),
    "nginx": ("nginx", None),
    "nginx worker": ("nginx", "worker"),
}
DATABASES = ("postgres", "valkey")
BACK_SECONDS = 60
AFTER_SECONDS = 12  # who asked meanwhile waits ten seconds at most for a connection
CALM = (6.0, 14.0)  # between two kills, once everything is back


class Kills(threading.Thread):
    def __init__(self, layout: Layout, seed: int, stop: threading.Event, tally: Tally) -> None:
        super().__init__(name="kills", daemon=True)
        self.layout, self.stopped, self.tally = layout, stop, tally
        self.dice = random.Random(f"kills {seed}")
        self.counts: Counter[str] = Counter()
        self.down: list[tuple[str, float, float]] = []  # kind, killed, back again
        self.kinds = [k for k, (unit, _) in VICTIMS.items() if unit in layout.crew.units]

    def run(self) -> None:
        for kind in self._order():
            if self.stopped.wait(self.dice.uniform(*CALM)):
                return
            killed, began = time.time(), time.monotonic()
            if not self._kill(kind):
                continue
            self.counts[kind] += 1
            self.down.append((kind, killed, math.inf))
            if not self.layout.await_ready(BACK_SECONDS) and not self.stopped.is_set():
                self.tally.trouble("not_back", kind, kind_killed=kind)
            self.down[-1] = (kind, killed, time.time())
            self.tally.stretch("back", time.monotonic() - began)

    def explain(self, moment: float) -> bool:
        """Was a database away then, or only just back?"""
        return any(
            VICTIMS[kind][0] in DATABASES and killed <= moment <= back + AFTER_SECONDS
            for kind, killed, back in self.down
        )

    def unasked(self) -> dict[str, int]:
        """Units whose main process ended more often than we killed it. PostgreSQL may need several
        attempts to start while the last of its killed processes still hold its memory."""
        caused: Counter[str] = Counter()
        for kind, times in self.counts.items():
            unit, which = VICTIMS[kind]
            caused[unit] += times if which is None else 0
        more = self.layout.crew.restarts - caused
        del more["postgres"]
        return dict(more)

    def _order(self) -> Iterator[str]:
        """Every kind once in each round, each round in another order."""
        while True:
            self.dice.shuffle(self.kinds)
            yield from list(self.kinds)

    def _kill(self, kind: str) -> bool:
        name, which = VICTIMS[kind]
        process = self.layout.crew.units[name].process
        if process is None or process.poll() is not None:
            return False
        pid = process.pid
        if which is not None:
            found = [child for child in children_of(pid) if which in command_of(child)]
            if not found:
                return False
            pid = self.dice.choice(found)
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True
