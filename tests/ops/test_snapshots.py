"""Readers see one moment, write nothing, and wait for nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection, transaction

from accounts.models import User
from ops.snapshots import WroteWhileReading, snapshot
from tests.conftest import make_player
from tests.embedded import FOREIGN, ROOT

# One reader and one writer of a SQLite file, as the site without a database server has them.
ON_SQLITE = """
import threading
import django
django.setup()
from django.db import connection, transaction
from ops.snapshots import snapshot

def run(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetchall()

run("CREATE TABLE t (n integer)")

def count():
    return run("SELECT count(*) FROM t")[0][0]

def elsewhere(work):
    def closing():
        work()
        connection.close()
    other = threading.Thread(target=closing)
    other.start()
    other.join(10)
    assert not other.is_alive(), "waits for a lock"

def write():
    with transaction.atomic():
        run("INSERT INTO t VALUES (1)")

def read():
    with snapshot():
        seen.append(count())

seen = []
with transaction.atomic():
    run("INSERT INTO t VALUES (1)")
    elsewhere(read)
assert seen == [0], seen
with snapshot():
    before = count()
    elsewhere(write)
    assert count() == before == 1, count()
assert count() == 2
assert connection.transaction_mode == "IMMEDIATE"
print("held")
"""


def names() -> set[str]:
    return set(User.objects.values_list("username", flat=True))


@pytest.mark.django_db(transaction=True)
def test_nothing_committed_meanwhile_is_seen() -> None:
    def sign_up() -> None:
        make_player("dora")
        connection.close()

    with ThreadPoolExecutor(1) as elsewhere, snapshot():
        before = names()
        elsewhere.submit(sign_up).result()
        during = names()

    assert during == before
    assert names() == before | {"dora"}


@pytest.mark.django_db
def test_who_only_reads_cannot_write() -> None:
    with pytest.raises(WroteWhileReading, match="INSERT INTO"), snapshot():
        make_player("dora")


@pytest.mark.django_db(transaction=True)
def test_the_next_transaction_may_write_again() -> None:
    with snapshot():
        names()

    with transaction.atomic():
        make_player("dora")

    assert "dora" in names()


def test_on_sqlite_a_reader_neither_waits_for_a_writer_nor_stops_one(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    env |= {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "nauticus_site.settings"}

    done = subprocess.run(
        [sys.executable, "-c", ON_SQLITE], cwd=ROOT, env=env, capture_output=True, text=True
    )

    assert done.stdout == "held\n", done.stderr
