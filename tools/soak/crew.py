"""Processes that are looked after as systemd does: whoever dies is started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

STOP_SECONDS = 8.0


@dataclass
class Unit:
    name: str
    command: list[str]
    socket: socket.socket | None = None  # held while the program is started anew
    restart_seconds: float = 2.0
    stop_signal: int = signal.SIGTERM
    popen: dict[str, object] = field(default_factory=dict)
    launcher: bool = True
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    restart_at: float = 0.0

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


class Crew:
    """All units of one layout. One thread starts, watches and ends them: a child whose starter
    is gone goes too, and for the kernel the starter is a thread."""

    def __init__(self, logs: Path, env: dict[str, str], cwd: Path) -> None:
        self.logs, self.env, self.cwd = logs, env, cwd
        self.units: dict[str, Unit] = {}
        self.restarts: Counter[str] = Counter()
        self._todo: list[Unit] = []
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="crew", daemon=True)
        logs.mkdir(parents=True, exist_ok=True)
        self._thread.start()

    def start(self, unit: Unit) -> None:
        with self._lock:
            self._todo.append(unit)
        end = time.monotonic() + 20
        while unit.process is None and time.monotonic() < end:
            time.sleep(0.02)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(60)

    def settled(self, seconds: float) -> bool:
        """Has everybody been up for so long?"""
        now = time.monotonic()
        return all(unit.alive and now - unit.started > seconds for unit in self.units.values())

    def _watch(self) -> None:
        try:
            while not self._stopping.wait(0.05):
                with self._lock:
                    fresh, self._todo = self._todo, []
                for unit in fresh:
                    self.units[unit.name] = unit
                    self._launch(unit)
                for unit in self.units.values():
                    self._look_after(unit)
        finally:
            self._end()

    def _look_after(self, unit: Unit) -> None:
        now = time.monotonic()
        if unit.process is not None:
            if unit.process.poll() is None:
                return
            # What is left of the unit goes with its main process (KillMode=mixed).
            _signal_group(unit.process.pid, signal.SIGKILL)
            unit.process = None
            unit.restart_at = now + unit.restart_seconds
            self.restarts[unit.name] += 1
        elif now >= unit.restart_at:
            self._launch(unit)

    def _launch(self, unit: Unit) -> None:
        held = -1 if unit.socket is None else unit.socket.fileno()
        launcher = [sys.executable, "-m", "tools.soak.held", str(held)] if unit.launcher else []
        with (self.logs / f"{unit.name}.log").open("ab") as log:
            unit.process = subprocess.Popen(  # type: ignore[call-overload]
                [*launcher, *unit.command],
                env=self.env,
                cwd=self.cwd,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=() if held < 0 else (held,),
                **unit.popen,
            )
        unit.started = time.monotonic()

    def _end(self) -> None:
        """In the opposite order of their start, each asked first."""
        for unit in reversed(list(self.units.values())):
            process = unit.process
            if process is None:
                continue
            family = descendants(process.pid)
            with suppress(ProcessLookupError):
                process.send_signal(unit.stop_signal)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(5)
            _signal_group(process.pid, signal.SIGKILL)
            for pid in family:
                if parent_of(pid) == 1 and session_of(pid) == process.pid:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)


def _signal_group(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def _stat(pid: int) -> list[str]:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def parent_of(pid: int) -> int:
    found = _stat(pid)
    return int(found[1]) if found else 0


def session_of(pid: int) -> int:
    found = _stat(pid)
    return int(found[3]) if found else 0


def children_of(pid: int) -> list[int]:
    pids = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
    return sorted(child for child in pids if parent_of(child) == pid)


def descendants(pid: int) -> list[int]:
    found: list[int] = []
    for child in children_of(pid):
        found += [child, *descendants(child)]
    return found


def command_of(pid: int) -> str:
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ""
    return raw.replace(b"\0", b" ").decode(errors="replace").strip()
