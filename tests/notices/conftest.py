from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from tests.notices.helpers import START


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Time stands still until a test lets it run."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller
