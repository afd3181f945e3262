"""Which titles exist. Dotted paths, so that importing the registry imports no title."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from engine.core.game import Game

TITLES: dict[str, str] = {
    "nauticus": "engine.nauticus.game:Nauticus",
}


@cache
def load(path: str) -> Game[Any]:
    """The title at "package.module:Class". Only for paths we wrote ourselves, never for input."""
    module, _, name = path.partition(":")
    game = getattr(import_module(module), name)()
    assert isinstance(game, Game), f"{path} is not a Game"
    return game


def get(slug: str) -> Game[Any]:
    """The one object of a registered title; KeyError if there is none."""
    return load(TITLES[slug])


def companion(game: Game[Any], name: str) -> ModuleType | None:
    """A module beside the one the title is in: its `advice`, its `text`; None if there is none."""
    package, _, _ = type(game).__module__.rpartition(".")
    return _module(f"{package}.{name}")


@cache
def _module(path: str) -> ModuleType | None:
    return None if find_spec(path) is None else import_module(path)


def register(slug: str, path: str) -> None:
    """Add a title by dotted path: for tests, and for titles kept outside this package."""
    assert TITLES.get(slug, path) == path, f"{slug} is taken"
    TITLES[slug] = path


def forget(slug: str) -> None:
    """Undo `register`."""
    TITLES.pop(slug, None)
