"""The site behind its real ASGI server, sockets included, on the database of the test."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from django.db import connection

from tools.services import free_port

ROOT = Path(__file__).resolve().parent.parent
STARTING_SECONDS = 60


class Daphne:
    """Other processes see only what is committed: tests that use it need `transaction=True`."""

    def __init__(self, log: Path, application: str = "nauticus_site.asgi:application") -> None:
        self.application = application
        base = connection.settings_dict
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        database = f"postgres://{base['USER']}@{base['HOST']}:{base['PORT']}/{base['NAME']}"
        self.env = {**os.environ, "DATABASE_URL": database, "PORT": str(self.port)}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Daphne:
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port),
                   self.application]  # fmt: skip
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        end = time.monotonic() + STARTING_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"daphne did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.1)
        return self

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                return True
        except OSError:
            return False

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
