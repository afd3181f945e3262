"""Hostile requests at every address for everybody: refused with our headers, and nothing changes.

The addresses come from the URLconf, who may do what from the access table of the tests. The site
is served by daphne on PostgreSQL and Valkey, without the limits on how often one may ask.
`REQUESTS` and `FRAMES` say how many; the time only bounds it.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from tools.services import Services, free_port

ROOT = Path(__file__).resolve().parents[2]
REQUESTS = 20_000
FRAMES = 1_000
LINES = 4
LONGEST_SECONDS = 3600
SAMPLES = 12
TRACEBACK = re.compile(r"Traceback \(most recent call last\)|\[(?:error|critical) *\]")
SWITCHED = 101  # to a web socket: nothing that a browser would show


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    services = Services()
    try:
        with tempfile.TemporaryDirectory(prefix="nauticus-storm-") as folder:
            _environment(services, Path(folder))
            import django

            django.setup()
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            with Server(Path(folder) / "daphne.log") as server:
                return blow(
                    server,
                    random.Random(seed),
                    requests=int(os.environ.get("REQUESTS") or REQUESTS),
                    frames=int(os.environ.get("FRAMES") or FRAMES),
                    seconds=max(seconds, LONGEST_SECONDS),
                )
    finally:
        services.stop()


def _environment(services: Services, folder: Path) -> None:
    for name in ("PROFILE", "DEBUG", "DEMO", "EMAIL_URL", "SITE_URL", "ALLOWED_HOSTS"):
        os.environ.pop(name, None)
    os.environ.update(
        DATABASE_URL=services.start_postgres(),
        REDIS_URL=services.start_valkey(),
        VAR_DIR=str(folder),
        SECRET_KEY="a-key-for-the-storm-only-0123456789-abcdefghijklmnopq",
        DJANGO_SETTINGS_MODULE="tools.soak.hostile.site_settings",
    )


class Server:
    """Daphne on loopback, its log kept."""

    def __init__(self, log: Path) -> None:
        self.log, self.port = log, free_port()

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p",
                   str(self.port), "nauticus_site.asgi:application"]  # fmt: skip
        env = {**os.environ, "PORT": str(self.port)}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
        from tools.soak.hostile.wire import Line

        end = time.monotonic() + 60
        asked = f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode()
        while True:
            line = Line(self.port)
            with suppress(OSError):
                if line.ask(asked, "GET").status == 200:
                    line.close()
                    return self
            line.close()
            if self.process.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"The site did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.1)

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Verdict:
    """Counts what came back, and keeps some of what should not have."""

    def __init__(self) -> None:
        from ops.headers import POLICY, standard

        self.needed = [name.lower() for name in (*standard(), POLICY)]
        self.statuses: Counter[int] = Counter()
        self.kinds: Counter[str] = Counter()
        self.cells: set[tuple[str, str]] = set()
        self.faults: dict[str, list[str]] = {"5xx": [], "headers": [], "silence": []}
        self.lock = threading.Lock()

    def heard(self, what: str, answer: Any) -> None:
        with self.lock:
            self.statuses[answer.status] += 1
            if answer.status == 0:
                self._fault("silence", what)
                return
            if answer.status >= 500:
                self._fault("5xx", f"{answer.status} {what}")
            missing = [name for name in self.needed if name not in answer.headers]
            if missing and answer.status != SWITCHED:
                self._fault("headers", f"{answer.status} without {missing} {what}")

    def _fault(self, kind: str, what: str) -> None:
        self.faults[kind].append(what[:400])


def blow(
    server: Any, dice: random.Random, *, requests: int, frames: int, seconds: float
) -> dict[str, Any]:
    """At a server with a `port`, a `log` and a `process`, on the database of this process."""
    from tools.soak.hostile import addresses, world
    from tools.soak.hostile import frames as sockets

    found = world.build()
    places = addresses.every()
    before, began = world.digest(), time.monotonic()
    verdict = Verdict()
    sent = _knock(server, dice, found, places, verdict, requests, began + seconds)
    asked_seconds = time.monotonic() - began
    shaken = sockets.storm(dice, found, port=server.port, frames=frames, told=verdict.heard)
    time.sleep(2)  # daphne looks for failed sockets once a second
    after = world.digest()
    log = server.log.read_text(errors="replace")
    tracebacks = [log[m.start() : m.start() + 1500] for m in TRACEBACK.finditer(log)]
    changed = sorted(table for table in before if before[table] != after.get(table))
    alive = server.process.poll() is None
    failed = {name: len(some) for name, some in verdict.faults.items()}
    result = {
        "ok": alive and sent >= requests and not (tracebacks or changed or any(failed.values())),
        "requests": sent,
        "seconds": round(asked_seconds, 1),
        "addresses": len(places),
        "address_roles": len(verdict.cells),
        "statuses": dict(sorted(verdict.statuses.items())),
        "kinds": dict(verdict.kinds),
        "sockets": shaken,
        "faults": failed,
        "tracebacks": len(tracebacks),
        "log_lines": log.count("\n"),
        "tables_compared": len(before),
        "excepted": world.EXCEPTED,
        "changed": changed,
        "alive": alive,
    }
    for name, some in [*verdict.faults.items(), ("traceback", tracebacks)]:
        for what in some[:SAMPLES]:
            print(f"  {name}: {what}", flush=True)
    return result


def _knock(
    server: Any,
    dice: random.Random,
    found: Any,
    places: Any,
    verdict: Verdict,
    wanted: int,
    end: float,
) -> int:
    """Some connections at once, one queue: what is sent depends on the seed alone."""
    from tools.soak.hostile.requests import storm
    from tools.soak.hostile.wire import Line

    queue = storm(dice, found, places, f"127.0.0.1:{server.port}")
    taken, lock = 0, threading.Lock()
    began = report = time.monotonic()

    def next_one() -> Any:
        nonlocal taken, report
        with lock:
            now = time.monotonic()
            if taken >= wanted or now > end:
                return None
            if now > report + 10:
                report = now
                rate = taken / (now - began)
                failed = {name: len(some) for name, some in verdict.faults.items() if some}
                print(f"  {taken} of {wanted} sent, {rate:.0f}/s, faults {failed}", flush=True)
            taken += 1
            return next(queue)

    def knock() -> None:
        line = Line(server.port)
        while (sent := next_one()) is not None:
            answer = line.ask(sent.wire(), sent.method)
            with verdict.lock:
                verdict.kinds[sent.kind] += 1
                verdict.cells.add((sent.name, sent.role))
            verdict.heard(f"{sent.kind} {sent.role} {sent.wire()[:250]!r}", answer)
        line.close()

    hands = [threading.Thread(target=knock) for _ in range(LINES)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    return taken
