from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from ops import health
from tests.ops.test_cache import Shop


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    health.forget()
    yield
    health.forget()


def test_healthz_asks_nobody(client: Client, settings: Settings) -> None:
    # No `db`: pytest-django would raise if the database were touched.
    settings.REDIS_URL = "unix:///nowhere.sock"

    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.content == b"ok\n"
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics"])
def test_they_are_read_only(db: None, client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
    assert client.head(address).status_code == 200


def test_readyz_names_each_part(client: Client, transactional_db: None) -> None:
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json()["status"] == "ok"
    assert set(response.json()["checks"]) == {"database", "migrations", "redis"}
    for finding in response.json()["checks"].values():
        assert finding["ok"] is True
        assert 0 <= finding["ms"] < 5000


@pytest.mark.parametrize("who", ["anonymous", "player", "staff"])
def test_readyz_is_open_to_everybody(db: None, client: Client, who: str) -> None:
    from tests.conftest import make_player

    if who != "anonymous":
        client.force_login(make_player("dora", is_staff=who == "staff"))

    assert client.get("/readyz").status_code == 200


def test_readyz_fails_without_redis(client: Client, db: None, settings: Settings) -> None:
    settings.REDIS_URL = "redis://:s3cret@127.0.0.1:1/0"

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json()["status"] == "fail"
    assert response.json()["checks"]["redis"]["ok"] is False
    assert response.json()["checks"]["database"]["ok"] is True
    assert b"s3cret" not in response.content
    assert b"127.0.0.1" not in response.content


def test_readyz_recovers_with_redis(client: Client, db: None, settings: Settings) -> None:
    shop = Shop()
    settings.REDIS_URL = shop.url
    shop.close()
    assert client.get("/readyz").status_code == 503
    shop.open()
    health.forget()

    assert client.get("/readyz").status_code == 200
    shop.services.stop()


def test_readyz_fails_without_the_database(client: Client, db: None) -> None:
    real = health.own_connection

    def elsewhere() -> object:
        found = real()
        found.settings_dict["PORT"] = "1"
        return found

    with patch.object(health, "own_connection", elsewhere):
        response = client.get("/readyz")

    assert response.status_code == 503
    checks = response.json()["checks"]
    assert checks["database"]["ok"] is False
    assert checks["migrations"] == {"ok": False, "ms": 0.0, "detail": "unknown"}
    assert checks["redis"]["ok"] is True
    assert b"postgres" not in response.content


@pytest.mark.django_db(transaction=True)
def test_readyz_fails_on_a_migration_not_applied(client: Client) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("outbox", "0001_initial")
    try:
        response = client.get("/readyz")
    finally:
        recorder.record_applied("outbox", "0001_initial")

    assert response.status_code == 503
    assert response.json()["checks"]["migrations"]["detail"] == "1 not applied"


def test_a_squashed_migration_counts_when_those_it_replaces_are_applied(db: None) -> None:
    known = {
        **health.known_migrations(),
        ("outbox", "0001_squashed"): (("outbox", "0001_initial"),),
    }
    with patch.object(health, "known_migrations", lambda: known):
        health.check_migrations()
        known["outbox", "0099_new"] = (("outbox", "0098_unknown"),)
        with pytest.raises(health.NotReady, match="1 not applied"):
            health.check_migrations()


def test_the_answer_is_kept_for_a_second(client: Client, db: None) -> None:
    client.get("/readyz")
    with patch.object(health, "_run", side_effect=AssertionError):
        assert client.get("/readyz").status_code == 200
