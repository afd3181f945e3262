from __future__ import annotations

import pytest

from engine import registry


def test_a_title_can_be_registered_by_its_path() -> None:
    path = "tests.engine.core.hoist:Hoist"

    registry.register("hoist", path)
    registry.register("hoist", path)

    assert registry.get("hoist").slug == "hoist"
    assert registry.get("hoist") is registry.get("hoist")
    registry.forget("hoist")
    with pytest.raises(KeyError):
        registry.get("hoist")


def test_a_slug_cannot_be_taken_twice() -> None:
    with pytest.raises(AssertionError, match="nauticus is taken"):
        registry.register("nauticus", "tests.engine.core.hoist:Hoist")


def test_only_games_can_be_loaded() -> None:
    with pytest.raises(AssertionError, match="is not a Game"):
        registry.load("builtins:dict")


def test_no_test_title_is_offered_in_production() -> None:
    assert not any(path.startswith("tests.") for path in registry.TITLES.values())
