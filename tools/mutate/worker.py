"""A copy of the tree with a database and a Valkey of its own, in which mutants are tried."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

from tools.mutate import tree
from tools.mutate.baseline import Failed, environment
from tools.mutate.source import Mutant
from tools.mutate.verdict import BROKEN
from tools.services import Services

TIMED_OUT = "timed out"
START_SECONDS = 60  # to start Python and Django on a busy machine
SLOWER = 5  # how much slower than in the first run a test may get


@dataclass(frozen=True)
class Verdict:
    verdict: str
    test: str = ""
    why: str = ""
    seconds: float = 0.0


class Worker:
    def __init__(self) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="nauticus-mutate-"))
        self.services = Services()
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def prepare(self) -> None:
        tree.copy(self.home)
        self.env = environment(self.services, MUTATE_VERDICT=str(self.home / "verdict.json"))
        # Compiled once; while mutants are tried nothing is, see `_mutated`.
        code, _ = self._pytest(["--collect-only", "-q", "tests"], 300)
        if code != 0:
            raise Failed("The tests cannot be collected in a copy of the tree.")
        self._make_database()
        self.env["PYTHONDONTWRITEBYTECODE"] = "1"

    def try_out(self, mutant: Mutant | None, tests: list[str], expected: float) -> Verdict:
        """What these tests make of it; without a mutant, of the code as it is."""
        began = time.monotonic()
        said = self.home / "verdict.json"
        said.unlink(missing_ok=True)
        chosen = self.home / "tests.args"
        chosen.write_text("\n".join(tests))
        self._fresh()
        with self._mutated(mutant):
            code, output = self._pytest(
                ["-x", "-q", "--reuse-db", "--no-header", "--tb=short",
                 "-p", "tools.mutate.verdict", f"@{chosen}"],
                START_SECONDS + SLOWER * expected,
                MUTATE_MODULE=_dotted(mutant.module) if mutant else "",
            )  # fmt: skip
        took = time.monotonic() - began
        if code is None:
            return Verdict(TIMED_OUT, why=f"after {took:.0f} s", seconds=took)
        if not said.exists():  # it did not come as far as the tests
            return Verdict(BROKEN, why=output.strip()[-300:], seconds=took)
        return Verdict(**json.loads(said.read_text()), seconds=took)

    def _pytest(self, arguments: list[str], seconds: float, **env: str) -> tuple[int | None, str]:
        if self._stopped:
            raise Failed("Stopped.")
        self._process = process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
            cwd=self.home, env={**self.env, **env}, start_new_session=True, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=seconds)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            _kill(process)
            process.wait()
            self._process = None

    def _make_database(self) -> None:
        subprocess.run(
            [sys.executable, "-m", "tools.mutate.database"],
            cwd=self.home, env=self.env, check=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        self._sql("ALTER DATABASE test_postgres RENAME TO pristine")

    def _fresh(self) -> None:
        """Everything as it was: a mutant that was cut off leaves rows behind."""
        self._sql("DROP DATABASE IF EXISTS test_postgres WITH (FORCE)")
        self._sql("CREATE DATABASE test_postgres TEMPLATE pristine")
        with redis.Redis.from_url(self.env["REDIS_URL"]) as valkey:
            valkey.flushall()

    def _sql(self, statement: str) -> None:
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as database:
            database.execute(statement.encode())

    @contextlib.contextmanager
    def _mutated(self, mutant: Mutant | None) -> Iterator[None]:
        if mutant is None:
            yield
            return
        path = self.home / mutant.module
        original = path.read_text()
        # Python looks at the second and the size only; two mutants may share both.
        compiled = Path(importlib.util.cache_from_source(str(path)))
        compiled.unlink(missing_ok=True)
        path.write_text(mutant.applied(original))
        try:
            yield
        finally:
            path.write_text(original)

    def stop(self) -> None:
        self._stopped = True
        if process := self._process:
            _kill(process)
        self.services.stop()
        shutil.rmtree(self.home, ignore_errors=True)


def _kill(process: subprocess.Popen[str]) -> None:
    """And what it may have started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _dotted(module: str) -> str:
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
