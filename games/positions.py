"""Between stored rows and the engine's positions. Reads only; nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.errors import RulesError
from engine.core.game import BARRIER, CONTINUES, Game
from engine.core.types import Applied, Event, Move, State, parse_move
from engine.registry import get
from games.models import Draft, Match


def game_of(match: Match) -> Game[Any]:
    return get(match.title)


def position(match: Match) -> State:
    """The committed position, as an object of its own."""
    game = game_of(match)
    raw = match.state
    assert raw is not None, "a match that has not begun has no position"
    if match.rules_version != game.version:
        raw = game.migrate(raw, match.rules_version)
    state: State = game.load(raw)
    return state


@dataclass
class Preview:
    """A position with a seat's draft on top: what only that seat may see."""

    state: State
    moves: list[Move]
    events: list[Event]
    parked: Move | None = None
    outcome: str = CONTINUES
    fault: RulesError | None = None  # the draft no longer applies; its rest was left out

    @property
    def frame_id(self) -> int:
        return self.state.stack[-1].id if self.state.stack else 0


def preview(match: Match, draft: Draft | None) -> Preview:
    """Replay a draft on the committed position. A parked move is shown but not applied."""
    game = game_of(match)
    found = Preview(position(match), [], [])
    if draft is None:
        return found
    for text in draft.moves:
        try:
            add(game, found, draft.seat, parse_move(text))
        except RulesError as fault:
            found.fault = fault
            break
    return found


def add(game: Game[Any], found: Preview, seat: int, move: Move) -> None:
    """Put one more move on the preview, or park it if it would end or reveal something."""
    if found.parked is not None:
        raise RulesError("nothing can follow a move that waits for Confirm")
    trial = game.clone(found.state)
    applied: Applied = game.apply(trial, seat, move)
    found.moves.append(move)
    found.outcome = applied.outcome
    if applied.outcome == CONTINUES:
        found.state = trial
        found.events += applied.events
    else:
        found.parked = move
        if applied.outcome != BARRIER:
            found.events += applied.events
