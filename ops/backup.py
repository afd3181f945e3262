"""Back up and restore the embedded site (SQLite). PostgreSQL: see deploy/backup.sh.

A backup is a directory: the database, the data exports, the secret key, and a list of
checksums written last. It is built beside its place and renamed, so that a half-made one is
never taken for whole.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
import tarfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from django.conf import settings

DATABASE = "database.sqlite3"
EXPORTS = "exports.tar.gz"
SECRET = "secret-key"
SUMS = "SHA256SUMS"


class BackupError(Exception):
    """What is wrong, in one sentence for the operator."""


def database_path() -> Path:
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        raise BackupError("This site uses PostgreSQL: use deploy/backup.sh and deploy/restore.sh.")
    return Path(database["NAME"])


def make(destination: Path) -> Path:
    """Write a backup into `destination` while the site runs; the answer is its directory."""
    source = database_path()
    if not source.exists():
        raise BackupError(f"There is no database at {source} yet.")
    name = f"nauticus-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    place, draft = destination / name, destination / f".{name}.part"
    if place.exists():
        raise BackupError(f"{place} exists already.")
    draft.mkdir(parents=True, mode=0o700)
    try:
        _copy_database(source, draft / DATABASE)
        exports = settings.VAR_DIR / "exports"
        with tarfile.open(draft / EXPORTS, "w:gz") as tar:
            if exports.is_dir():
                tar.add(exports, arcname="exports")
        if (key := settings.VAR_DIR / SECRET).exists():
            shutil.copyfile(key, draft / SECRET)
        files = sorted(path for path in draft.iterdir())
        for path in files:
            path.chmod(0o600)
        (draft / SUMS).write_text("".join(f"{_sum(path)}  {path.name}\n" for path in files))
        draft.rename(place)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return place


def verify(source: Path) -> None:
    """Every file is there, unchanged, and the database is sound."""
    try:
        listed = (source / SUMS).read_text().splitlines()
    except OSError as error:
        raise BackupError(f"{source} is not a backup: it has no {SUMS}.") from error
    for line in listed:
        digest, _, name = line.partition("  ")
        path = source / name
        if "/" in name or not path.is_file() or _sum(path) != digest:
            raise BackupError(f"{name} in {source} is damaged or missing.")
    _check_database(source / DATABASE)


def restore(source: Path, *, replace: bool = False) -> Path | None:
    """Put a backup in place of the site's state; the answer is where the old state went."""
    target, var = database_path(), Path(settings.VAR_DIR)
    verify(source)
    var.mkdir(parents=True, exist_ok=True)
    with _site_stopped(var):
        if target.exists() and not replace:
            raise BackupError(f"{target} exists; use --replace to set it aside.")
        aside = _set_aside(var, target)
        draft = target.with_name(f"{target.name}.restoring")
        shutil.copyfile(source / DATABASE, draft)
        with tarfile.open(source / EXPORTS, "r:gz") as tar:
            _extract(tar, var)
        if (source / SECRET).exists():
            shutil.copyfile(source / SECRET, var / SECRET)
            (var / SECRET).chmod(0o600)
        os.replace(draft, target)
        (var / "migrated").unlink(missing_ok=True)  # the code may be newer than the backup
    _check_database(target)
    return aside


def _extract(tar: tarfile.TarFile, target: Path) -> None:
    """Plain files below the target only; Python can filter by itself from 3.11.4 on."""
    if hasattr(tarfile, "data_filter"):
        tar.extractall(target, filter="data")
        return
    for member in tar.getmembers():
        inside = (target / member.name).resolve().is_relative_to(target.resolve())
        if not inside or not (member.isfile() or member.isdir()):
            raise BackupError(f"{member.name} does not belong in a backup.")
        tar.extract(member, target)


def _copy_database(source: Path, target: Path) -> None:
    """SQLite's own online copy: whole, although others write meanwhile."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=2000, sleep=0.005)
        new.execute("PRAGMA journal_mode=DELETE")
    _check_database(target)


def _check_database(path: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            answer = database.execute("PRAGMA integrity_check").fetchone()[0]
            rows = database.execute("SELECT count(*) FROM django_migrations").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{path} is not a sound database: {error}.") from error
    if answer != "ok" or not rows:
        raise BackupError(f"{path} is not a sound database: {answer}.")


def _set_aside(var: Path, target: Path) -> Path | None:
    if not target.exists():
        return None
    aside = var / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    aside.mkdir(mode=0o700)
    for path in (target, target.with_name(f"{target.name}-wal"), var / "exports", var / SECRET):
        if path.exists():
            path.rename(aside / path.name)
    target.with_name(f"{target.name}-shm").unlink(missing_ok=True)
    return aside


def _site_stopped(var: Path) -> IO[str]:
    """The lock that the runner of the embedded site holds while it runs."""
    file = (var / "lock").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.close()
        raise BackupError("The site is running; stop it before restoring.") from error
    return file


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
