"""The app stays findable: few modules at its root, and one place for what belongs to a title."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from engine.registry import TITLES

KINDS = {".py", ".html", ".css", ".js", ".svg"}
GAMES = Path(settings.BASE_DIR) / "games"


def sources() -> list[Path]:
    return [path for path in GAMES.rglob("*.py") if path.parent.name != "migrations"]


def test_the_root_of_the_app_is_no_corridor() -> None:
    assert len(list(GAMES.glob("*.py"))) <= 12


def test_only_the_model_knows_how_a_pace_is_kept() -> None:
    knows = {path.name for path in sources() if "days_per_turn" in path.read_text(encoding="utf-8")}

    assert knows == {"match.py"}


def test_only_titles_know_options_by_name() -> None:
    rooms = ("services", "selectors", "web", "terms", "templatetags", "results")
    for path in sources():
        if path.relative_to(GAMES).parts[0] in rooms:
            assert '"rounds"' not in path.read_text(encoding="utf-8"), path


def test_no_title_is_named_outside_its_own_places() -> None:
    slugs = "|".join(TITLES)
    named = re.compile(rf"""["'/]({slugs})["'/]""")
    places = [GAMES, *(GAMES.parent / name for name in ("pages", "templates", "static"))]
    files = [path for place in places for path in place.rglob("*.*") if path.suffix in KINDS]
    found = [
        f"{path.relative_to(GAMES.parent)}: {named.search(path.read_text())}"
        for path in files
        if "migrations" not in path.parts
        and not any(f"titles/{slug}/" in path.as_posix() for slug in TITLES)
        and named.search(path.read_text())
    ]

    assert len(files) > 300
    assert found == []
