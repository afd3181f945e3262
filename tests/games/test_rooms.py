"""The app stays findable: few modules at its root, and one place for what belongs to a title."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

GAMES = Path(settings.BASE_DIR) / "games"


def test_the_root_of_the_app_is_no_corridor() -> None:
    assert len(list(GAMES.glob("*.py"))) <= 12
