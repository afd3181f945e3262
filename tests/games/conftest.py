from __future__ import annotations

import pytest

from accounts.models import User
from tests.conftest import make_player


@pytest.fixture
def dora(db: None) -> User:
    return make_player("dora")
