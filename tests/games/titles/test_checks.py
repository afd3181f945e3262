"""A title that lacks a part is named, with the place where the part belongs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import Settings

from engine import registry as engine
from games.titles import checks, registry
from games.titles.lessons import Step
from games.titles.nauticus.facts import FACTS
from games.titles.nauticus.lessons import LESSON
from games.titles.nauticus.presenter import NauticusPresenter


def found(slug: str = "nauticus") -> dict[str | None, str]:
    """What is said of one title; there may be others, and they may be undrawn."""
    return {
        message.id: f"{message.msg} {message.hint}"
        for message in checks.titles(None)
        if message.msg.startswith(f"The title {slug} ")
    }


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Nauticus with parts of the test's choice; None is a part that isn't there."""
    given: dict[str, Any] = {}
    told = registry._part

    def part(package: str, name: str) -> Any:
        own = package == "games.titles.nauticus" and name in given
        return given[name] if own else told(package, name)

    monkeypatch.setattr(registry, "_part", part)
    registry._presenter.cache_clear()
    yield given
    registry._presenter.cache_clear()


@pytest.mark.parametrize("slug", engine.TITLES)
def test_every_title_of_ours_has_all_its_parts(slug: str) -> None:
    assert set(found(slug)) <= {"titles.I007"}  # it may stay undrawn


@pytest.mark.usefixtures("quay")
def test_a_title_of_the_engine_alone_is_told_where_its_parts_belong() -> None:
    told = found("quay")

    assert set(told) == {"titles.E001", "titles.E006", "titles.I007"}
    assert "games/titles/quay/facts.py" in told["titles.E001"]
    assert "docs/rules/quay.md" in told["titles.E006"]
    assert "games/titles/quay/presenter.py" in told["titles.I007"]


def test_a_planned_title_needs_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "PLANNED", ("atlantis",))

    assert "games/titles/atlantis/facts.py" in found("atlantis")["titles.E001"]


@pytest.mark.parametrize(
    ("changed", "ids"),
    [
        ({"slug": "other"}, {"titles.E002"}),
        ({"minutes": {2: 45, 3: 75}}, {"titles.W003"}),
        ({"turns": {}}, {"titles.W003"}),
        ({"options": {}}, {"titles.W004"}),
        ({"lines": {"track": "On the track"}}, {"titles.W005"}),
    ],
)
def test_facts_that_say_too_little(
    parts: dict[str, Any], changed: dict[str, Any], ids: set[str]
) -> None:
    parts["facts"] = SimpleNamespace(FACTS=replace(FACTS, **changed))

    assert set(found()) == ids


def test_a_drawing_without_its_files(parts: dict[str, Any]) -> None:
    class Astray(NauticusPresenter):
        template = replay_template = "titles/nauticus/no_such.html"
        styles = ("titles/nauticus/table.css", "titles/nauticus/no_such.css")

    parts["presenter"] = SimpleNamespace(PRESENTER=Astray)
    told = found()

    assert set(told) == {"titles.E008", "titles.E009"}
    assert "templates/titles/nauticus/no_such.html" in told["titles.E008"]
    assert "static/titles/nauticus/no_such.css" in told["titles.E009"]


def test_a_replay_without_its_template(parts: dict[str, Any]) -> None:
    class Astray(NauticusPresenter):
        replay_template = "titles/nauticus/no_such_board.html"

    parts["presenter"] = SimpleNamespace(PRESENTER=Astray)
    told = found()

    assert set(told) == {"titles.E008"}
    assert "templates/titles/nauticus/no_such_board.html" in told["titles.E008"]


def test_rules_in_one_language_only(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "docs" / "rules").mkdir(parents=True)
    (tmp_path / "docs" / "rules" / "nauticus.md").write_text("- **R1.1** *[code]* One rule.")
    settings.BASE_DIR = tmp_path
    told = found()

    assert set(told) == {"titles.W010"}
    assert "docs/rules/nauticus.fr.md" in told["titles.W010"]


def test_django_asks(settings: Settings) -> None:
    from django.core.checks.registry import registry as asked

    assert checks.titles in asked.get_checks()
    assert "nauticus" in engine.TITLES


def lesson_with(**changed: Any) -> Any:
    return SimpleNamespace(LESSON=replace(LESSON, **changed))


@pytest.mark.parametrize(
    ("changed", "id_", "told"),
    [
        ({"line": LESSON.line[:3]}, "titles.E012", "to the end of round 1"),
        ({"line": (Step("choose:9", "why"),)}, "titles.E013", "choose:9 as move 1 of the line"),
        ({"line": (Step("swim", "why"),)}, "titles.E013", "swim as move 1 of the line"),
        ({"seed": "5"}, "titles.E013", "seed"),
        ({"words": {}}, "titles.E011", "words["),
        ({"bot": "genius"}, "titles.E014", "genius"),
        ({"aim": "titles/nauticus/nowhere.html"}, "titles.E015", "nowhere.html"),
    ],
)
def test_a_lesson_that_cannot_be_taught(
    parts: dict[str, Any], changed: dict[str, Any], id_: str, told: str
) -> None:
    parts["lessons"] = lesson_with(**changed)

    assert told in found()[id_]


def test_a_title_may_have_no_lesson(parts: dict[str, Any]) -> None:
    parts["lessons"] = None

    assert set(found()) <= {"titles.I007"}
