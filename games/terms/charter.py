"""The one list of terms. A term is a field of `Charter` and, under the same name, of `Match`; one
that people choose is also a field of `TableForm`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import datetime
from itertools import chain
from typing import Any

from accounts.models import User
from engine.registry import TITLES
from games.models import Match
from games.paces import USUAL, Pace
from games.terms import lines
from games.terms.lines import Line
from ops import slots


def said(words: Callable[[Match], list[Line]], *, again: bool = True) -> dict[str, Any]:
    """`words` tell a term in the charter; `again`: the next table like this one has it too."""
    return {"words": words, "again": again}


@dataclass
class Charter:
    """What the opener decides, in the order people ask about it. Everyone sees it before they
    sit down.
    """

    title: str = field(default_factory=lambda: next(iter(TITLES)))  # the one people begin with
    size: int = 2
    name: str = ""
    visibility: str = Match.Visibility.PUBLIC
    options: dict[str, int] = field(default_factory=dict, metadata=said(lines.options))
    pace: Pace = field(default=USUAL, metadata=said(lines.pace))
    take_backs: str = field(default=Match.TakeBacks.CONSENT, metadata=said(lines.undo))
    rated: bool = field(default=False, metadata=said(lines.rating))
    first_player: str = field(default=Match.FirstPlayer.RANDOM, metadata=said(lines.first))
    spectators: bool = field(default=True, metadata=said(lines.spectators))
    start_at: datetime | None = field(default=None, metadata=said(lines.start, again=False))
    gates: dict[str, int] = field(default_factory=dict, metadata=said(lines.gates, again=False))


TERMS = tuple(one.name for one in fields(Charter))
AGAIN = tuple(one.name for one in fields(Charter) if one.metadata.get("again", True))


def terms_of(charter: Charter) -> dict[str, Any]:
    """By name, as a match is made of them."""
    return {name: getattr(charter, name) for name in TERMS}


def same_again(match: Match) -> Charter:
    """The charter of another table like this one."""
    return Charter(**{name: getattr(match, name) for name in AGAIN})


def charter_of(match: Match, viewer: User | None) -> list[Line]:
    """What the page of a table says of its terms; last what other apps agree on."""
    told = [one.metadata["words"](match) for one in fields(Charter) if "words" in one.metadata]
    return [*chain.from_iterable((*told, *slots.answers("charter", match, viewer, list)))]
