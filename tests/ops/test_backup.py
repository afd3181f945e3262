from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
import tarfile
import threading
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from ops import backup
from tools.services import postgres_bin

ROOT = Path(__file__).resolve().parents[2]

Use = Callable[[Path], Path]


@pytest.fixture
def use(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Use:
    """Make a directory the state of an embedded site."""

    def chosen(var: Path) -> Path:
        settings.VAR_DIR = var
        monkeypatch.setattr(backup, "database_path", lambda: var / "db.sqlite3")
        return var

    return chosen


@pytest.fixture
def var(use: Use, tmp_path: Path) -> Path:
    """The state of a small site that has run for a while."""
    var = use(tmp_path / "var")
    (var / "exports").mkdir(parents=True)
    (var / "exports" / "alice.json").write_text("{}")
    (var / "secret-key").write_text("hush")
    with closing(sqlite3.connect(var / "db.sqlite3")) as db:
        db.execute("pragma journal_mode=wal")
        db.execute("create table django_migrations (name text)")
        db.execute("insert into django_migrations values ('0001_initial')")
        db.execute("create table log (text text)")
        db.executemany("insert into log values (?)", [("x" * 200,)] * 500)
        db.commit()
    return var


def command(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue().strip()


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("select count(*) from log").fetchone()[0])


def test_it_backs_up_under_writing_and_restores(var: Path, use: Use, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(var / "db.sqlite3", timeout=20)) as db:
            while not stop.is_set():
                with db:
                    db.execute("insert into log values ('more')")

    writer = threading.Thread(target=write)
    writer.start()
    made = Path(command("backup", str(tmp_path / "backups")))
    stop.set()
    writer.join()

    assert made.stat().st_mode & 0o077 == 0
    assert "is whole" in command("restore", "--verify", str(made))

    elsewhere = use(tmp_path / "elsewhere")
    command("restore", str(made))

    assert 500 <= rows(elsewhere / "db.sqlite3") <= rows(var / "db.sqlite3")
    assert (elsewhere / "exports" / "alice.json").read_text() == "{}"
    assert (elsewhere / "secret-key").read_text() == "hush"


@pytest.mark.parametrize("filtered", [True, False])
def test_nothing_is_unpacked_outside_the_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, filtered: bool
) -> None:
    """Also with a Python older than 3.11.4, which does not filter archives by itself."""
    if not filtered:
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
    (tmp_path / "evil.txt").write_text("evil")
    (tmp_path / "good.txt").write_text("good")
    archive, state = tmp_path / "exports.tar.gz", tmp_path / "state"
    state.mkdir()
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(tmp_path / "good.txt", "exports/good.txt")
        tar.add(tmp_path / "evil.txt", "../escaped.txt")

    with tarfile.open(archive) as tar, pytest.raises((backup.BackupError, tarfile.TarError)):
        backup._extract(tar, state)

    assert (state / "exports/good.txt").read_text() == "good"
    assert not (tmp_path / "escaped.txt").exists()


def test_it_sets_the_present_state_aside_only_when_told(var: Path, tmp_path: Path) -> None:
    made = command("backup", str(tmp_path / "backups"))
    (var / "migrated").write_text("stamp")
    with pytest.raises(CommandError, match="use --replace"):
        command("restore", made)

    said = command("restore", "--replace", made)

    aside = next(var.glob("before-restore-*"))
    assert str(aside) in said
    assert rows(aside / "db.sqlite3") == rows(var / "db.sqlite3") == 500
    assert (aside / "exports" / "alice.json").exists()
    assert not (var / "migrated").exists()  # the next start looks for migrations


@pytest.mark.parametrize("name", ["database.sqlite3", "exports.tar.gz", "secret-key"])
def test_it_refuses_a_damaged_backup_and_changes_nothing(
    var: Path, use: Use, tmp_path: Path, name: str
) -> None:
    made = Path(command("backup", str(tmp_path / "backups")))
    with (made / name).open("ab") as file:
        file.write(b"x")

    elsewhere = use(tmp_path / "elsewhere")
    with pytest.raises(CommandError, match=f"{name} .* is damaged"):
        command("restore", str(made))

    assert not elsewhere.exists()


def test_it_knows_what_is_not_a_backup(var: Path, use: Use, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is not a backup"):
        command("restore", str(tmp_path))
    use(tmp_path / "fresh")
    with pytest.raises(CommandError, match="no database"):
        command("backup", str(tmp_path))


def test_it_does_not_restore_under_a_running_site(var: Path, tmp_path: Path) -> None:
    made = command("backup", str(tmp_path / "backups"))
    with (var / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="The site is running"):
            command("restore", "--replace", made)


def test_it_leaves_postgresql_to_its_own_tools(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"deploy/backup\.sh"):
        command("backup", str(tmp_path))


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

    from accounts.models import User
    from tests.conftest import make_player

    make_player("alice")
    players = User.objects.count()
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
            assert f"{players} players" in done.stdout
            assert (empty / "exports" / "alice.json").exists()
        finally:
            cursor.execute(f"DROP DATABASE {target}")

    with (Path(backup) / "database.dump").open("ab") as file:
        file.write(b"x")
    assert "damaged" in script("restore.sh", f"{base}/{target}", empty, backup).stderr
