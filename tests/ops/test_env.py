from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from nauticus_site import env as site

ROOT = Path(__file__).resolve().parents[2]
GOOD_KEY = "k7Zq-93hTf0vXyLwB2mRn5sJdPgAeUcQ1oIiKx8tVbMzHr6WjYlEuSaDfG4pNOc"


@pytest.fixture
def production(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(site, "PRODUCTION", True)
    for name in READERS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SITE_URL", "https://nauticus.example.org")
    return monkeypatch


READERS = {
    "SECRET_KEY": site.secret_key,
    "SITE_URL": site.site_url,
    "ALLOWED_HOSTS": site.allowed_hosts,
    "DATABASE_URL": site.database_url,
    "REDIS_URL": site.redis_url,
    "EMAIL_URL": site.email_url,
    "DEBUG": site.debug,
    "METRICS_TOKEN": site.metrics_token,
    "MAIL_BOUNCE_DOMAIN": site.mail_bounce_domain,
    "MAIL_EVENTS_KEY": site.mail_events_key,
    "MAIL_FROM": lambda: site.mail_address("MAIL_FROM", "a@b.example"),
    "CONTACT_EMAIL": lambda: site.mail_address("CONTACT_EMAIL", "a@b.example"),
    "TRUSTED_PROXIES": site.trusted_proxies,
    "ADMIN_PATH": site.admin_path,
    "LOG_LEVEL": site.log_level,
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "change-me"),
        ("SECRET_KEY", "a" * 80),
        ("SECRET_KEY", "django-insecure-" + GOOD_KEY),
        ("SITE_URL", ""),
        ("SITE_URL", "nauticus.example.org"),
        ("SITE_URL", "http://nauticus.example.org"),
        ("ALLOWED_HOSTS", ""),
        ("ALLOWED_HOSTS", "*"),
        ("ALLOWED_HOSTS", "nauticus.example.org,*"),
        ("ALLOWED_HOSTS", "other.example.org"),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "sqlite:////var/lib/nauticus/db.sqlite3"),
        ("DATABASE_URL", "sqlite://:memory:"),
        ("DATABASE_URL", "mysql://u:p@db/n"),
        ("REDIS_URL", ""),
        ("REDIS_URL", "memcached://cache"),
        ("REDIS_URL", "redis://cache.internal:6379/0"),
        ("EMAIL_URL", ""),
        ("EMAIL_URL", "local://"),
        ("EMAIL_URL", "console://"),
        ("EMAIL_URL", "dummy://"),
        ("EMAIL_URL", "smtp://"),
        ("EMAIL_URL", "smtp://user:password@mail.example.org:25"),
        ("DEBUG", "1"),
        ("METRICS_TOKEN", "short"),
        ("METRICS_TOKEN", "x" * 40),
        ("MAIL_BOUNCE_DOMAIN", "bounces@example.org"),
        ("MAIL_BOUNCE_DOMAIN", "example.org\nBcc: b@example.org"),
        ("MAIL_BOUNCE_DOMAIN", "https://example.org"),
        ("MAIL_EVENTS_KEY", "short"),
        ("MAIL_EVENTS_KEY", "x" * 40),
        ("MAIL_FROM", ""),
        ("MAIL_FROM", "Nauticus"),
        ("MAIL_FROM", "Nauticus <harbour@localhost>"),
        ("MAIL_FROM", "Nauticus <harbour@site.invalid>"),
        ("MAIL_FROM", "a@example.org\nBcc: b@example.org"),
        ("CONTACT_EMAIL", ""),
        ("CONTACT_EMAIL", "@example.org"),
        ("TRUSTED_PROXIES", "-1"),
        ("TRUSTED_PROXIES", "99"),
        ("ADMIN_PATH", ""),
        ("ADMIN_PATH", "../x"),
        ("ADMIN_PATH", "a b"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_production_refuses_and_names_the_variable(
    production: pytest.MonkeyPatch, name: str, value: str
) -> None:
    production.setenv(name, value)

    with pytest.raises(ImproperlyConfigured, match=name):
        READERS[name]()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", GOOD_KEY),
        ("SITE_URL", "https://nauticus.example.org/"),
        ("ALLOWED_HOSTS", "nauticus.example.org"),
        ("ALLOWED_HOSTS", ".example.org"),
        ("DATABASE_URL", "postgres://u:p@db/n?sslmode=require"),
        ("DATABASE_URL", "postgresql:///nauticus"),
        ("REDIS_URL", "redis://127.0.0.1:6379/0"),
        ("REDIS_URL", "unix:///run/redis/redis.sock"),
        ("REDIS_URL", "redis://:pw@cache.internal:6379/0"),
        ("REDIS_URL", "rediss://:pw@cache.internal:6379/0"),
        ("EMAIL_URL", "smtp+tls://user:pw@mail.example.org:587"),
        ("EMAIL_URL", "smtp+ssl://user:pw@mail.example.org:465"),
        ("EMAIL_URL", "smtp://127.0.0.1:25"),
        ("EMAIL_URL", "smtp://user:pw@mail.example.org:587/?tls=True"),
        ("METRICS_TOKEN", ""),
        ("METRICS_TOKEN", GOOD_KEY),
        ("MAIL_BOUNCE_DOMAIN", ""),
        ("MAIL_BOUNCE_DOMAIN", "bounces.example.org"),
        ("MAIL_EVENTS_KEY", ""),
        ("MAIL_EVENTS_KEY", GOOD_KEY),
        ("MAIL_FROM", "Nauticus <harbour@example.org>"),
        ("CONTACT_EMAIL", "harbour@example.org"),
        ("ADMIN_PATH", "/harbour-office/"),
        ("DEBUG", "0"),
    ],
)
def test_production_accepts_sound_values(
    production: pytest.MonkeyPatch, name: str, value: str
) -> None:
    production.setenv(name, value)

    READERS[name]()


def test_the_embedded_profile_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in READERS:
        monkeypatch.delenv(name, raising=False)

    for read in READERS.values():
        read()
    assert site.admin_path() == "admin/"
    assert site.trusted_proxies() == 0


def sample_environment(**changes: str) -> dict[str, str]:
    """deploy/env.example with its CHANGE values changed, as an operator would."""
    found = {}
    for line in (ROOT / "deploy" / "env.example").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found[name] = value.strip('"').replace("change-me", secrets.token_urlsafe(64))
    kept = {k: os.environ[k] for k in ("PATH", "HOME", "LANG") if k in os.environ}
    return {**kept, **found, **changes}


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", str(ROOT / "manage.py"), *arguments],
        env=environment, capture_output=True, text=True, cwd=ROOT, timeout=60,
    )  # fmt: skip


def test_the_deployment_check_is_clean_with_the_sample_environment(tmp_path: Path) -> None:
    done = manage(
        sample_environment(VAR_DIR=str(tmp_path), PROMETHEUS_MULTIPROC_DIR=str(tmp_path)),
        "check", "--deploy", "--fail-level", "WARNING",
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_the_untouched_sample_is_refused(tmp_path: Path) -> None:
    done = manage(sample_environment(VAR_DIR=str(tmp_path), SECRET_KEY="change-me"), "check")

    assert done.returncode != 0
    assert "SECRET_KEY must be at least 50 random characters" in done.stderr


def test_an_unknown_profile_is_refused(tmp_path: Path) -> None:
    done = manage(sample_environment(VAR_DIR=str(tmp_path), PROFILE="prod"), "check")

    assert done.returncode != 0
    assert "PROFILE is 'prod'" in done.stderr


def test_options_in_the_database_url_survive_the_pool(tmp_path: Path) -> None:
    done = manage(
        sample_environment(
            VAR_DIR=str(tmp_path),
            PROMETHEUS_MULTIPROC_DIR=str(tmp_path),
            DATABASE_URL="postgres://u:p@db.internal/n?sslmode=verify-full",
        ),
        "shell", "-v", "0", "-c",
        "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])",
    )  # fmt: skip

    assert "'sslmode': 'verify-full'" in done.stdout, done.stderr
    assert "'max_size': 10" in done.stdout
