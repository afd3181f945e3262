"""The site as `make run` starts it, when parts of it or the machine fail."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.embedded import ROOT, EmbeddedSite, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("smoke")]

# A match whose players have all left: computers play it to the end, turn after turn.
GHOST_SHIP = """
from accounts.models import User
from django.db import transaction
from games.services.play import bots, commit
from games.services.tables import lobby
from games.terms.charter import Charter
alice = User.objects.create_user("alice")
match = lobby.create(user=alice, charter=Charter(size=3), bots=2)
with transaction.atomic():
    match = commit.lock(match.code)
    seats = commit.seats_of(match)
    bots.hand_over(match, seats, next(s for s in seats if s.user_id))
"""


def until(true: Callable[[], bool], site: EmbeddedSite, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, site.logs()
        time.sleep(0.02)


def until_more(count: Callable[[], int], than: int, site: EmbeddedSite) -> None:
    until(lambda: count() > than, site)


def until_replaced(site: EmbeddedSite, name: str, pid: int) -> None:
    until(lambda: site.pid(name) != pid, site)


def ask(site: EmbeddedSite, query: str) -> int:
    path = site.var / "db.sqlite3"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)) as connection:
        return int(connection.execute(query).fetchone()[0] or 0)


def manage(site: EmbeddedSite, *args: str) -> str:
    env = {**site.env, "REDIS_URL": f"unix://{site.var / 'redis.sock'}"}
    command = [sys.executable, "manage.py", *args]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def processes_of(site: EmbeddedSite) -> list[int]:
    """Whoever lives with this site's state directory in its environment."""
    mark = f"VAR_DIR={site.var}\0".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[EmbeddedSite]:
    site = EmbeddedSite(tmp_path, SIGNUP_MIN_SECONDS="0", POW_BITS="8")
    yield site
    if site.process and site.process.poll() is None:
        site.stop()


def test_bots_answer_soon_after_their_worker_was_killed(site: EmbeddedSite) -> None:
    """Ten seconds, and what this machine needs to start a worker."""
    site.start()
    manage(site, "shell", "-c", GHOST_SHIP)
    log = site.var / "log" / "worker.log"
    in_hand = (
        "select count(*) from outbox_effect"
        " where kind = 'bot-turn' and done_at is null and claimed_until is not null"
    )

    def plies() -> int:
        return ask(site, "select ply from games_match")

    def starts() -> int:
        return log.read_text().count(" ready.")

    for _ in range(3):
        started = starts()
        until(lambda: ask(site, in_hand) == 1, site)
        os.kill(site.pid("worker"), signal.SIGKILL)
        ply = plies()
        until_more(starts, started, site)
        ready = time.monotonic()
        until_more(plies, ply, site)
        assert time.monotonic() - ready < 8

    site.stop()
    assert "0 differ" in manage(site, "audit_matches")


def test_a_killed_worker_leaves_nobody_behind(site: EmbeddedSite) -> None:
    site.start()
    for name in ("worker", "beat"):
        before = site.pid(name)
        os.kill(before, signal.SIGKILL)  # it alone, as a lack of memory would
        until_replaced(site, name, before)
    until(lambda: " ready." in (site.var / "log" / "worker.log").read_text(), site)

    site.stop()

    assert processes_of(site) == []


def test_an_interrupted_first_start_says_so_and_goes_on_the_next_time(site: EmbeddedSite) -> None:
    starting = subprocess.Popen(
        site.command, cwd=ROOT, env=site.env, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    database = site.var / "db.sqlite3"

    def begun() -> bool:
        with closing(sqlite3.connect(database)) as connection:
            tables = "select count(*) from sqlite_master where name = 'django_migrations'"
            if not connection.execute(tables).fetchone()[0]:
                return False
            applied = "select count(*) from django_migrations"
            return bool(connection.execute(applied).fetchone()[0])

    until(database.exists, site)
    until(begun, site)
    os.killpg(starting.pid, signal.SIGINT)  # as Ctrl-C does
    said, _ = starting.communicate(timeout=30)

    assert "Interrupted while preparing the database" in said
    assert "failed" not in said
    assert "Traceback" not in said
    assert processes_of(site) == []
    site.start()
    assert '"status": "ok"' in Visitor(site).get("/readyz")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own for the state, small enough to fill."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=60m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root on Linux may mount a small disk; test_crew.py tests the rest")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_the_site_outlives_a_full_disk(small_disk: Path) -> None:
    site = EmbeddedSite(small_disk, SIGNUP_MIN_SECONDS="0", POW_BITS="8").start()
    assert site.process is not None
    try:
        with (small_disk / "ballast").open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(65536))
            except OSError:
                pass
        killed = {name: site.pid(name) for name in ("worker", "web")}
        for pid in killed.values():
            os.kill(pid, signal.SIGKILL)
        time.sleep(5)
        assert site.process.poll() is None, site.output

        (small_disk / "ballast").unlink()

        for name, pid in killed.items():
            until_replaced(site, name, pid)
        until(lambda: answers(site), site)
        assert manage(site, "check")
    finally:
        site.stop()

    assert len(re.findall("disk of .* is full", site.output)) == 1
    assert "There is room on the disk again" in site.output
    assert "Traceback" not in site.output
    assert processes_of(site) == []


def answers(site: EmbeddedSite) -> bool:
    try:
        return '"status": "ok"' in Visitor(site).get("/readyz")
    except OSError:
        return False
