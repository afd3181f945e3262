from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from engine import registry
from games.titles import registry as titles
from tests.conftest import make_player


@pytest.fixture
def dora(db: None) -> User:
    return make_player("dora")


@pytest.fixture
def quay() -> Iterator[str]:
    """The test title with hidden hands, registered as long as the test runs."""
    registry.register("quay", "tests.engine.titles.quay.game:Quay")
    yield "quay"
    registry.forget("quay")


@pytest.fixture
def barter() -> Iterator[str]:
    """The test title with offers, registered as long as the test runs; it's known by its words."""
    registry.register("barter", "tests.engine.titles.barter.game:Barter")
    titles.register("barter", "tests.games.titles.barter")
    yield "barter"
    titles.forget("barter")
    registry.forget("barter")


@pytest.fixture
def oltremare() -> Iterator[str]:
    """Oltre Mare while it is still announced: playable as long as the test runs."""
    registry.register("oltremare", "engine.oltremare.game:OltreMare")
    yield "oltremare"
    registry.forget("oltremare")
