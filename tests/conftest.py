"""Alice owns what is tested, Bob is the other one, Charlie is a stranger."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import translation
from pytest_django import DjangoDbBlocker
from structlog.contextvars import clear_contextvars

from accounts.models import User

PASSWORD = "tall-ships-and-grain"

# Test processes share one Valkey: without a name of its own each would empty the others' cache.
site.CACHES["default"]["KEY_PREFIX"] += os.environ.get("PYTEST_XDIST_WORKER", "")


def make_player(name: str, **fields: object) -> User:
    """A player with a verified address."""
    from allauth.account.models import EmailAddress

    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(name, email, PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Every test database is inhabited before its first test."""
    from tests import strangers

    with django_db_blocker.unblock():
        strangers.move_in()


@pytest.fixture(autouse=True)
def _among_strangers(request: pytest.FixtureRequest) -> None:
    """A test that empties every table must not leave the next one alone."""
    node, names = request.node, set(request.fixturenames)
    if not (node.get_closest_marker("django_db") or names & {"db", "transactional_db"}):
        return
    from tests import strangers

    request.getfixturevalue("_django_db_helper")
    strangers.stay()


@pytest.fixture(autouse=True)
def _fast_passwords(settings: object) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    from django.core.cache import cache

    from pages import kept

    cache.clear()
    kept.forget()  # settings differ between tests


@pytest.fixture(autouse=True)
def _no_request() -> None:
    """What one test bound to its log lines is not the next one's."""
    clear_contextvars()


@pytest.fixture(autouse=True)
def _no_language() -> Iterator[None]:
    """A request leaves its language to whatever the same thread does next."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits count per minute or hour of the clock; no test shall meet the turn of one."""
    monkeypatch.setattr("accounts.limits._now", lambda: 1_800_000_000.0)


@pytest.fixture
def alice(db: None) -> User:
    return make_player("alice")


@pytest.fixture
def bob(db: None) -> User:
    return make_player("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return make_player("charlie")


@pytest.fixture
def as_alice(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


@pytest.fixture
def as_bob(bob: User) -> Client:
    client = Client()
    client.force_login(bob)
    return client


@pytest.fixture
def as_charlie(charlie: User) -> Client:
    client = Client()
    client.force_login(charlie)
    return client
