"""The pool of database connections, as production uses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import django, psycopg
django.setup()
from django.db import connection

def ask():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    connection.close()  # as after a request: back into the pool

ask()
params = connection.get_connection_params()
where = {name: params[name] for name in ("host", "port", "user")}
with psycopg.connect(dbname="postgres", autocommit=True, application_name="", **where) as other:
    ended = other.execute(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
        " WHERE application_name = 'pooled'"
    ).fetchone()
ask()
print(f"answered after {min(ended[0], 1)} ended")
connection.close_pool()
"""


@pytest.mark.slow
def test_it_never_hands_out_a_connection_the_server_has_ended() -> None:
    env = {
        **os.environ,
        "DATABASE_POOL": "10",
        "PGAPPNAME": "pooled",
        "DJANGO_SETTINGS_MODULE": "nauticus_site.settings",
    }

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=env, capture_output=True, text=True
    )

    assert done.stdout.strip() == "answered after 1 ended", done.stderr[-1500:]
