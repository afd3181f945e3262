from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tools.services import postgres_bin

ROOT = Path(__file__).resolve().parents[2]


def manage(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    drop = ("DATABASE_URL", "PROFILE", "SECRET_KEY")
    env = {k: v for k, v in os.environ.items() if k not in drop}
    return subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", *arguments],
        env={**env, "VAR_DIR": str(var)}, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state of an embedded site with one effect and one export."""
    var = tmp_path_factory.mktemp("var")
    done = manage(var, "migrate", "-v", "0")
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(var / "db.sqlite3")) as db:
        db.execute("create table log (n integer)")
        db.commit()
    (var / "exports").mkdir()
    (var / "exports" / "alice.json").write_text("{}")
    return var


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("select count(*) from log").fetchone()[0])


def test_it_backs_up_under_writing_and_restores(var: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(var / "db.sqlite3", timeout=20)) as db:
            while not stop.is_set():
                with db:
                    db.execute("insert into log values (1)")

    writer = threading.Thread(target=write)
    writer.start()
    done = manage(var, "backup", str(tmp_path / "backups"))
    stop.set()
    writer.join()

    assert done.returncode == 0, done.stderr
    backup = Path(done.stdout.strip())
    assert backup.stat().st_mode & 0o077 == 0
    assert manage(var, "restore", "--verify", str(backup)).returncode == 0

    elsewhere = tmp_path / "elsewhere"
    restored = manage(elsewhere, "restore", str(backup))

    assert restored.returncode == 0, restored.stderr
    assert 0 < rows(elsewhere / "db.sqlite3") <= rows(var / "db.sqlite3")
    assert (elsewhere / "exports" / "alice.json").read_text() == "{}"
    assert (elsewhere / "secret-key").read_text() == (var / "secret-key").read_text()
    assert manage(elsewhere, "migrate", "--check").returncode == 0

    again = manage(elsewhere, "restore", str(backup))
    assert "use --replace" in again.stderr
    replaced = manage(elsewhere, "restore", "--replace", str(backup))
    assert replaced.returncode == 0, replaced.stderr
    aside = next(elsewhere.glob("before-restore-*"))
    assert (aside / "db.sqlite3").exists()
    assert (aside / "exports" / "alice.json").exists()


def test_it_refuses_a_damaged_backup_and_changes_nothing(var: Path, tmp_path: Path) -> None:
    backup = Path(manage(var, "backup", str(tmp_path)).stdout.strip())
    with (backup / "database.sqlite3").open("r+b") as file:
        file.seek(5000)
        file.write(b"x" * 100)

    done = manage(tmp_path / "elsewhere", "restore", str(backup))

    assert done.returncode != 0
    assert "database.sqlite3" in done.stderr
    assert "damaged" in done.stderr
    assert not (tmp_path / "elsewhere" / "db.sqlite3").exists()
    assert "is not a backup" in manage(var, "restore", str(tmp_path / "nothing")).stderr


def test_it_does_not_restore_under_a_running_site(var: Path, tmp_path: Path) -> None:
    backup = Path(manage(var, "backup", str(tmp_path)).stdout.strip())
    with (var / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = manage(var, "restore", "--replace", str(backup))

    assert "The site is running" in done.stderr


# --- PostgreSQL ---------------------------------------------------------------------------

BIN = postgres_bin()
needs_tools = pytest.mark.skipif(
    not (BIN / "pg_dump").exists() or not shutil.which("sha256sum"),
    reason="pg_dump or sha256sum is not on this machine",
)


def script(name: str, url: str, var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(ROOT / "deploy" / name), *arguments],
        env={"PATH": os.environ["PATH"], "PG_BIN": str(BIN), "DATABASE_URL": url,
             "VAR_DIR": str(var)},
        capture_output=True, text=True,
    )  # fmt: skip


@needs_tools
@pytest.mark.django_db(transaction=True)
def test_the_production_scripts_back_up_and_restore(tmp_path: Path) -> None:
    from django.db import connection

    from tests.conftest import make_player

    make_player("alice")
    var, empty = tmp_path / "var", tmp_path / "empty"
    (var / "exports").mkdir(parents=True)
    (var / "exports" / "alice.json").write_text("{}")
    base = os.environ["DATABASE_URL"].rpartition("/")[0]
    source, target = str(connection.settings_dict["NAME"]), f"restored_{os.getpid()}"

    made = script("backup.sh", f"{base}/{source}", var, str(tmp_path / "backups"))
    assert made.returncode == 0, made.stderr
    backup = made.stdout.strip()

    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {target}")
        try:
            full = script("restore.sh", f"{base}/{source}", empty, backup)
            assert "the database is not empty" in full.stderr
            assert not empty.exists()

            done = script("restore.sh", f"{base}/{target}", empty, backup)
            assert done.returncode == 0, done.stderr
            assert "1 players" in done.stdout
            assert (empty / "exports" / "alice.json").exists()
        finally:
            cursor.execute(f"DROP DATABASE {target}")

    with (Path(backup) / "database.dump").open("ab") as file:
        file.write(b"x")
    assert "damaged" in script("restore.sh", f"{base}/{target}", empty, backup).stderr
