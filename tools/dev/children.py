"""Child processes that are watched, restarted when they die and stopped together."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

STOP_SECONDS = 1.2
LOG_LIMIT = 5_000_000
QUICK_DEATH_SECONDS = 5
QUICK_DEATHS_ALLOWED = 5
RETRY_SECONDS = 1.0
ROOM_BYTES = 5_000_000  # with less, what we start would die at once
PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    name: str
    command: list[str]
    last_to_stop: bool = False
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    quick_deaths: int = 0
    restart_at: float = 0.0
    noted: bool = False  # is its number in its pid file?


@dataclass
class Crew:
    logs: Path
    env: dict[str, str]
    children: list[Child] = field(default_factory=list)
    stopping: bool = False
    failed: bool = False
    short: bool = False  # of room on the disk

    def start(self, child: Child) -> None:
        """Start it; if that cannot be done now, `look_after` tries again."""
        if self.stopping:
            return
        if child not in self.children:
            self.children.append(child)
        try:
            self._launch(child)
        except OSError as error:
            child.restart_at = time.monotonic() + RETRY_SECONDS
            if not self._short_of_room():
                print(f"  {child.name} cannot be started ({error}); trying again.", flush=True)
            return
        child.started = time.monotonic()
        self._note(child)

    def _launch(self, child: Child) -> None:
        self.logs.mkdir(parents=True, exist_ok=True)
        path = self.logs / f"{child.name}.log"
        if path.exists() and path.stat().st_size > LOG_LIMIT:
            path.replace(path.with_suffix(".log.1"))
        with path.open("ab") as log:
            child.process = subprocess.Popen(
                child.command,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C reaches the runner alone, which then stops all
                preexec_fn=die_with_parent if sys.platform == "linux" else None,
            )

    def _note(self, child: Child) -> None:
        """Leave its number for whoever looks; a full disk must not stop a site that runs."""
        assert child.process is not None
        draft = self.logs / f"{child.name}.pid.new"
        try:
            draft.write_text(str(child.process.pid))
            draft.replace(self.logs / f"{child.name}.pid")  # never seen half written
        except OSError:
            child.noted = False
        else:
            child.noted = True

    def ask_to_stop(self) -> None:
        self.stopping = True

    def watch(self) -> None:
        """Until asked to stop: bring back whoever dies."""
        while not self.stopping:
            self.look_after()
            time.sleep(0.2)

    def look_after(self) -> None:
        now = time.monotonic()
        for child in self.children:
            if child.process is None:
                if now >= child.restart_at and not self._short_of_room():
                    self.start(child)
            elif child.process.poll() is not None:
                self._died(child, now)
            elif not child.noted:
                self._note(child)

    def _short_of_room(self) -> bool:
        """Say once when the disk is full and once when it no longer is."""
        try:
            short = shutil.disk_usage(self.logs.parent).free < ROOM_BYTES
        except OSError:
            short = True
        if short and not self.short:
            print(
                f"  The disk of {os.path.relpath(self.logs.parent)}/ is full: what has ended is "
                "started again when there is room. Please free some.",
                flush=True,
            )
        if self.short and not short:
            print("  There is room on the disk again; the site goes on.", flush=True)
        self.short = short
        return short

    def _died(self, child: Child, now: float) -> None:
        assert child.process is not None
        code = child.process.returncode
        _kill_group(child.process.pid)  # nobody it started lives on without it
        child.process = None
        if self._short_of_room():
            child.quick_deaths = 0  # not its own fault
            return
        quick = now - child.started < QUICK_DEATH_SECONDS
        child.quick_deaths = child.quick_deaths + 1 if quick else 1
        if child.quick_deaths > QUICK_DEATHS_ALLOWED:
            log = self.logs / f"{child.name}.log"
            tail = log.read_text(errors="replace").splitlines()[-5:] if log.exists() else []
            print(f"\n  {child.name} cannot run; the end of {log}:", *tail, sep="\n    ")
            self.failed = self.stopping = True
            return
        child.restart_at = now + 0.5 * (child.quick_deaths - 1)
        print(f"  {child.name} ended (code {code}); starting it again.", flush=True)

    def stop(self) -> None:
        """First those who use Valkey, then Valkey; who does not listen is killed."""
        self.stopping = True
        for last in (False, True):
            group = [c for c in self.children if c.last_to_stop is last and c.process]
            for child in group:
                _signal(child, signal.SIGTERM)
            end = time.monotonic() + STOP_SECONDS
            while time.monotonic() < end and any(_alive(c) for c in group):
                time.sleep(0.02)
            for child in group:
                _signal(child, signal.SIGKILL)  # the whole group


def _alive(child: Child) -> bool:
    return child.process is not None and child.process.poll() is None


def _signal(child: Child, number: int) -> None:
    assert child.process is not None
    try:
        os.killpg(child.process.pid, number)
    except ProcessLookupError:
        return
    if number == signal.SIGKILL:
        child.process.wait()


def _kill_group(number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # usually there is nobody left
        os.killpg(number, signal.SIGKILL)


def die_with_parent() -> None:
    """If the runner itself is killed, its children go too."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
