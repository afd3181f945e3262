from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from engine import registry
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
