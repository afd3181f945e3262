"""Where a deal comes from: the table's own secret and its players' words, or an event's source.

The source is remembered with the match by its name, because a table may start days after it was
opened and in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from engine.core import fairness
from games.models import Match
from games.titles.registry import lesson_of

LESSON = "lesson"  # the source of guided matches

# (match, joiners' nonces) → the seed, in hex.
SeedSource = Callable[[Match, Sequence[str]], str]


def require(name: str) -> None:
    """Before a table is opened with it: is there such a source? "" is the table's own secret."""
    if name and name not in settings.SEED_SOURCES:
        raise ImproperlyConfigured(f"SEED_SOURCES has no {name!r}")


def seed_of(match: Match, nonces: Sequence[str]) -> str:
    """The seed of the deal, once the seats are closed.

    A source that is no longer configured stops the start: any other deal would be the wrong one.
    """
    if not match.seed_source:
        return own_seed(match, nonces)
    require(match.seed_source)
    source: SeedSource = import_string(settings.SEED_SOURCES[match.seed_source])
    return source(match, nonces)


def own_seed(match: Match, nonces: Sequence[str]) -> str:
    return fairness.seed(match.secret, match.code, nonces)


def of_lesson(match: Match, nonces: Sequence[str]) -> str:
    """The deal of a guided match: the one its lesson speaks of."""
    lesson = lesson_of(match.title)
    if lesson is None:
        raise ImproperlyConfigured(f"{match.title} has no lesson")
    return lesson.seed
