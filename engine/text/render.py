"""The canonical text of positions, moves, events, refusals and sheets.

Everything here works from views, moves and events: text is made for somebody, and nobody may see a
state. The words come from `Phrases`; see docs/engine.md for the keys.
"""

from __future__ import annotations

import json
from typing import Any

from engine import registry
from engine.core.errors import IllegalMove, RulesError, WhyNot
from engine.core.game import Game
from engine.core.types import TABLE, Event, Json, Move, ScoreSheet, Seat
from engine.text import forms
from engine.text.english import COMMON
from engine.text.phrases import Phrases


def english(game: Game[Any]) -> Phrases:
    """The common phrases with the title's own on top."""
    module = registry.companion(game, "text")
    return Phrases(COMMON, getattr(module, "ENGLISH", {}))


def board(game: Game[Any], view: dict[str, Json], phrases: Phrases) -> str:
    """The position as lines of text, by the title's `text.render`."""
    module = registry.companion(game, "text")
    if module is None:
        return plain(view)
    text: str = module.render(view, phrases)
    return "\n".join(line.rstrip() for line in text.splitlines())


def plain(view: dict[str, Json]) -> str:
    """A view as it is, for titles that have no text yet."""
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in view.items())


def prompt(game: Game[Any], view: dict[str, Json], phrases: Phrases) -> str:
    """What is being waited for."""
    key = view["prompt"]
    return phrases(f"prompt.{key}" if key else "prompt.over")


def word_move(game: Game[Any], move: Move, phrases: Phrases) -> str:
    """A move in words; its notation where there are none."""
    module = registry.companion(game, "text")
    if module is not None and hasattr(module, "word_move"):
        words: str = module.word_move(move, phrases)
        return words
    key = f"move.{move.verb}"
    if key in phrases:
        return phrases(key, *move.args)
    form = game.forms.get(move.verb)
    if form is None or not form.composed or form.fault(move) is not None:
        return str(move)
    return forms.composed(form, move, phrases)


def word_event(game: Game[Any], event: Event, phrases: Phrases) -> str:
    """An event in words, "" if there are none: not everything that happens is worth a line."""
    module = registry.companion(game, "text")
    if module is not None and hasattr(module, "word_event"):
        words: str = module.word_event(event, phrases)
        return words
    key = f"event.{event.kind}"
    who = "" if event.seat == TABLE else phrases.seat(event.seat)
    return phrases(key, **{**event.data, "seat": who}) if key in phrases else ""


def visible(events: list[Event], seat: Seat | None) -> list[Event]:
    """The events a seat may see."""
    return [event for event in events if event.to is None or seat in event.to]


def word_reason(why: WhyNot, phrases: Phrases) -> str:
    """Why not, with the rule."""
    key = f"why.{why.code}"
    if key not in phrases and why.code.startswith("no-such-"):
        key = "why.no-such"
    text = phrases(key, **why.params) if key in phrases else str(WhyNot("", why.code, why.params))
    return phrases("why.rule", text, why.rule) if why.rule else text


def word_error(error: RulesError, phrases: Phrases) -> str:
    """A refusal as a sentence."""
    if isinstance(error, IllegalMove):
        return word_reason(error.why, phrases)
    return phrases(f"error.{error.code}")


def sheet(sheets: list[ScoreSheet], places: list[int], phrases: Phrases) -> str:
    """The score sheets side by side, the places below."""
    keys = list(sheets[0].lines) if sheets else []
    rows = [["", *(phrases.seat(one.seat) for one in sheets)]]
    rows += [[phrases(f"line.{key}"), *(str(one.lines[key]) for one in sheets)] for key in keys]
    rows.append([phrases("line.total"), *(str(one.total) for one in sheets)])
    rows.append(["#", *map(str, places)])
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    )
