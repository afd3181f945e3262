from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from games.titles import registry

QUAY = Path(__file__).parent / "quay"


@pytest.fixture
def drawn(quay: str, settings: Settings) -> Iterator[str]:
    """The test title with its own board; package, templates and sheets are kept outside."""
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], QUAY / "templates"]}]
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, QUAY / "static"]
    registry.register(quay, "tests.games.titles.quay")
    yield quay
    registry.forget(quay)
