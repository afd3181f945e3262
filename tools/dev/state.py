"""What the runner needs to know and prepare before it starts the site."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

from nauticus_site.env import BASE_DIR, VAR, redis_socket
from tools.dev.children import Child, die_with_parent
from tools.services import free_port, valkey_binary, valkey_command

DEFAULT_PORT = 8000


class Broken(Exception):
    """The site cannot start; the message is the one sentence the reader gets."""


def port() -> int:
    text = os.environ.get("PORT") or str(DEFAULT_PORT)
    if not text.isdigit() or not 0 < int(text) < 65536:
        raise Broken(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


def check_port(number: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError as error:
            if error.errno == errno.EACCES:
                raise Broken(
                    f"Port {number} is reserved; choose one above 1023: PORT=8001"
                ) from error
            raise Broken(
                f"Port {number} is taken by another program; "
                f"choose another: make run PORT={number + 1}"
            ) from error


def lock(var: Path) -> IO[str]:
    """One runner per state directory."""
    file = (var / "lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.seek(0)
        raise Broken(
            f"The site already runs from {os.path.relpath(var)}/ (process {file.read().strip()}); "
            "stop it first, or give this one a state of its own: VAR_DIR=var/second PORT=8001"
        ) from error
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def environment(number: int, *, demo: bool) -> dict[str, str]:
    env = {**os.environ, "VAR_DIR": str(VAR), "PORT": str(number), "PYTHONUNBUFFERED": "1"}
    if demo:
        env["DEMO"] = "1"
    metrics = VAR / "metrics"  # several processes count; their sums are shown at /metrics
    shutil.rmtree(metrics, ignore_errors=True)
    metrics.mkdir(parents=True)
    env["PROMETHEUS_MULTIPROC_DIR"] = str(metrics)
    if not env.get("REDIS_URL"):
        if valkey_binary():
            env["REDIS_URL"] = f"unix://{redis_socket()}"
        else:  # a server written in Python: slower, but it runs where no binary does
            env["REDIS_URL"] = f"redis://127.0.0.1:{free_port()}"
    return env


def valkey(env: dict[str, str]) -> list[str] | None:
    """The command of the Valkey we start ourselves; None when REDIS_URL names another."""
    if os.environ.get("REDIS_URL"):
        return None
    if binary := valkey_binary():
        sock = redis_socket()
        sock.unlink(missing_ok=True)
        return valkey_command(binary, VAR, sock)
    return [sys.executable, "-m", "tools.dev.fake_redis", env["REDIS_URL"].rpartition(":")[2]]


def site(number: int) -> list[Child]:
    python = sys.executable
    celery = [python, "-m", "celery", "-A", "nauticus_site"]
    worker = [
        *celery, "worker", "-P", "threads", "-c", "2",
        "--without-gossip", "--without-mingle", "-l", "INFO",
    ]  # fmt: skip
    web = [
        # No access log of daphne's own: it would write query strings, and with them secrets.
        python, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(number),
        "nauticus_site.asgi:application",
    ]  # fmt: skip
    return [
        Child("web", web),
        Child("worker", [*worker, "-n", "fast@%h", "-Q", "fast"]),
        Child("worker-slow", [*worker, "-n", "slow@%h", "-Q", "slow"]),
        # Not inside a worker (-B): killed, a worker would leave it behind.
        Child("beat", [*celery, "beat", "--pidfile=", "-l", "INFO"]),
    ]


def manage(
    env: dict[str, str], *args: str, doing: str, stopping: Callable[[], bool] = lambda: False
) -> None:
    print(f"  {doing} …", flush=True)
    child = subprocess.Popen(
        [sys.executable, "manage.py", *args],
        env=env,
        cwd=BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C reaches the runner alone, which says what happened
        preexec_fn=die_with_parent if sys.platform == "linux" else None,
    )
    while True:
        try:
            out, err = child.communicate(timeout=0.1)
            break
        except subprocess.TimeoutExpired:
            if stopping():
                child.terminate()
    if child.returncode < 0 or stopping():
        raise Broken(
            f"Interrupted while {doing}. "
            "What is done is kept; start again and it goes on from there."
        )
    if child.returncode:
        lines = (err or out).strip().splitlines()
        raise Broken(
            f"{doing.capitalize()} failed: {lines[-1] if lines else 'no message'}\n"
            f"  If the state in {os.path.relpath(VAR)}/ is broken, move it away to begin afresh."
        )


def migrate(
    var: Path, env: dict[str, str], *, stopping: Callable[[], bool] = lambda: False
) -> None:
    """Bring the database up to the code; skipped when nothing changed since the last start."""
    database = var / "db.sqlite3"
    embedded = not env.get("DATABASE_URL")
    if embedded and database.exists():
        _check_sqlite(database)
    stamp, digest = var / "migrated", _digest(env.get("DATABASE_URL", ""))
    if stamp.exists() and stamp.read_text() == digest and (database.exists() or not embedded):
        return
    manage(env, "migrate", "--noinput", doing="preparing the database", stopping=stopping)
    stamp.write_text(digest)


def hold_database(var: Path, env: dict[str, str]) -> sqlite3.Connection | None:
    """One connection that stays open as long as the site runs.

    The processes open and close theirs with every request. Whoever closes last removes the
    write-ahead log and the next makes it anew; with one always open it stays in place, also
    when a process is killed.
    """
    if env.get("DATABASE_URL"):
        return None
    connection = sqlite3.connect(var / "db.sqlite3", isolation_level=None)
    connection.execute("select count(*) from sqlite_master").fetchone()
    return connection


def _digest(url: str) -> str:
    """Names and contents of our migrations, and the locked versions that bring others'."""
    digest = hashlib.sha256(url.encode())
    for path in [*sorted(BASE_DIR.glob("*/migrations/*.py")), BASE_DIR / "requirements/run.txt"]:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _check_sqlite(path: Path) -> None:
    name = os.path.relpath(path)
    try:
        with sqlite3.connect(path) as connection:
            known = {
                (p.parent.parent.name, p.stem) for p in BASE_DIR.glob("*/migrations/[0-9]*.py")
            }
            ours = {app for app, _ in known}
            if not connection.execute(
                "select 1 from sqlite_master where name = 'django_migrations'"
            ).fetchone():
                return
            applied = set(connection.execute("select app, name from django_migrations"))
    except sqlite3.DatabaseError as error:
        raise Broken(
            f"{name} is not a usable database ({error}); "
            "restore a backup, or move it away to begin afresh."
        ) from error
    newer = sorted(f"{a}.{n}" for a, n in applied - known if a in ours)
    if newer:
        raise Broken(
            f"{name} was made by a newer version of the site ({newer[0]}); "
            "update the code, or choose another state: VAR_DIR=var/other"
        )
