from __future__ import annotations

from pathlib import Path

import pytest
from django.core.checks import CheckMessage
from pytest_django import Settings

from nauticus_site import checks


def ids(found: list[CheckMessage]) -> list[str | None]:
    for message in found:
        assert message.hint
    return [message.id for message in found]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OUTBOX_HANDLERS", {"mail": "mail.services.no_such_thing"}),
        ("ENTRY_GATES", {"rating": "ladder.no_such_thing"}),
        ("SEED_SOURCES", {"cup": "tournaments.no_such_thing"}),
        ("DATA_EXPORT_SECTIONS", [("account", "accounts.sections.no_such_thing")]),
        ("ANONYMISE_STEPS", ["accounts.steps.no_such_thing"]),
        ("GUEST_KEEPERS", ["games.no_such_thing"]),
        ("DEMO_FILLERS", ["games.demo.no_such_thing"]),
        ("TURN_CALLED", ["mail.no_such_thing"]),
        ("MATCH_FINISHED", ["ladder.no_such_thing"]),
        ("NOTICE_TOLD", ["games.no_such_thing"]),
        ("PAGE_SLOTS", {"home": ["ladder.no_such_thing"]}),
        ("FRIEND_ASKED", ["notices.people.no_such_thing"]),
        ("NOTICE_CHANNELS", {"pigeon": "notices.channels.no_such_thing"}),
        ("METRIC_COLLECTORS", ["notices.metrics.NoSuchThing"]),
    ],
)
def test_a_function_that_a_setting_names_must_exist(
    settings: Settings, name: str, value: object
) -> None:
    assert ids(checks.dotted_paths(None)) == []

    setattr(settings, name, value)
    assert ids(checks.dotted_paths(None)) == ["nauticus.W006"]


def test_a_slot_that_no_page_has(settings: Settings) -> None:
    assert ids(checks.page_slots(None)) == []

    settings.PAGE_SLOTS = {"cellar": ["builtins.repr"]}
    assert ids(checks.page_slots(None)) == ["nauticus.W007"]


def test_a_state_directory_that_cannot_be_written(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path / "not" / "yet"
    assert ids(checks.state_directory(None)) == []

    monkeypatch.setattr("os.access", lambda *_: False)
    assert ids(checks.state_directory(None)) == ["nauticus.E001"]


def test_a_cache_that_does_not_survive_an_outage(settings: Settings) -> None:
    assert ids(checks.shared_cache(None)) == []

    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache"}}
    assert ids(checks.shared_cache(None)) == ["nauticus.W001"]


def test_production_without_a_token_for_metrics(settings: Settings) -> None:
    assert ids(checks.metrics_open(None)) == []

    settings.PROFILE = "production"
    assert ids(checks.metrics_open(None)) == ["nauticus.W002"]


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("postgres://u:p@127.0.0.1/n", []),
        ("postgres:///n", []),
        ("postgres://u:p@db.internal/n", ["nauticus.W003"]),
        ("postgres://u:p@db.internal/n?sslmode=prefer", ["nauticus.W003"]),
        ("postgres://u:p@db.internal/n?sslmode=verify-full", []),
    ],
)
def test_a_database_reached_without_encryption(
    settings: Settings, url: str, found: list[str]
) -> None:
    settings.DATABASE_URL = url

    assert ids(checks.database_encrypted(None)) == found


def test_production_without_proxies_or_metrics_directory(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    settings.PROFILE = "production"
    settings.TRUSTED_PROXIES = 0

    assert ids(checks.proxies(None)) == ["nauticus.W004"]
    assert ids(checks.metrics_directory(None)) == ["nauticus.W005"]
