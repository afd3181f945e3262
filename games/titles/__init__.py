"""From views and moves to what templates show, one presenter per title."""

from __future__ import annotations

from django.utils.module_loading import import_string

from games.titles.base import Presenter

PRESENTERS = {"nauticus": "games.titles.nauticus.NauticusPresenter"}
_made: dict[str, Presenter] = {}


def presenter_of(title: str) -> Presenter:
    """The presenter of a title; one without its own gets plain buttons and the engine's text."""
    if title not in _made:
        path = PRESENTERS.get(title)
        _made[title] = import_string(path)() if path else Presenter()
    return _made[title]


__all__ = ["Presenter", "presenter_of"]
