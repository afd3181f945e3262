"""Which titles the site knows, and what each brings along.

A title is its slug: the package of that name in this folder holds `facts` (FACTS), and once it has
been drawn `presenter` (PRESENTER) and `demo` (taste); `lessons` (LESSON) if it has a guided match.
What can be played stands in the engine's registry and nowhere else; a package without a game is a
title to come.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.registry import TITLES
from games.titles.base import Presenter
from games.titles.facts import Title
from games.titles.lessons import Lesson
from games.titles.plain import PlainPresenter

PLANNED = ("oltremare", "shipyard", "rotterdam")  # named on the front page, in this order
_elsewhere: dict[str, str] = {}  # packages of titles that are kept outside


def title_of(slug: str) -> Title:
    """Facts of a title; one that nobody described yet is known by its slug."""
    found = part(slug, "facts")
    return Title(slug=slug, name=slug.capitalize()) if found is None else found.FACTS


def playable() -> list[Title]:
    return [title_of(slug) for slug in TITLES]


def known() -> list[Title]:
    """Those that can be played, then those to come."""
    return playable() + [title_of(slug) for slug in PLANNED if slug not in TITLES]


def presenter_of(slug: str) -> Presenter:
    """The presenter of a title; one without its own gets plain buttons and the engine's text."""
    return _presenter(slug, package_of(slug))


@cache
def _presenter(slug: str, package: str) -> Presenter:
    found = _part(package, "presenter")
    made: Presenter = (PlainPresenter if found is None else found.PRESENTER)(title_of(slug))
    made.lesson = lesson_of(slug)
    return made


def lesson_of(slug: str) -> Lesson | None:
    """What its guided match teaches; a title without a lesson offers none."""
    found = part(slug, "lessons")
    return None if found is None else found.LESSON


def package_of(slug: str) -> str:
    return _elsewhere.get(slug, f"games.titles.{slug}")


def part(slug: str, name: str) -> Any:
    """A module of a title's package, None if it has none."""
    return _part(package_of(slug), name)


@cache
def _part(package: str, name: str) -> Any:
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def register(slug: str, package: str) -> None:
    """For tests, and for titles kept outside this folder; the engine has its own `register`."""
    _elsewhere[slug] = package


def forget(slug: str) -> None:
    """Undo `register`."""
    _elsewhere.pop(slug, None)
