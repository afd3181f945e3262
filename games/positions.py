"""Between stored rows and the engine's positions. Reads only; nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.errors import RulesError
from engine.core.game import BARRIER, CONTINUES, Game
from engine.core.types import Applied, Event, Move, State, parse_move
from engine.registry import get
from games.models import Draft, Match

PASS, END = Move("pass"), Move("end")


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
    base: State | None = None  # before the draft; nobody changes it
    parked: Move | None = None
    outcome: str = CONTINUES
    fault: RulesError | None = None  # the draft no longer applies; its rest was left out

    @property
    def frame_id(self) -> int:
        return self.state.stack[-1].id if self.state.stack else 0


def ahead(game: Game[Any], state: State, seat: int) -> State | None:
    """The position this seat would decide in if everyone before it passed.

    None if that cannot be known: somebody cannot just pass, or chance lies in between. Nor where
    anything is hidden: what others may do, played out here, would tell what they hold.
    """
    if not game.open_information:
        return None
    trial = game.clone(state)
    for _ in range(2 * state.seats):
        owed = game.to_act(trial)
        if seat in owed or not owed:
            return trial if owed else None
        legal = game.moves(trial, owed[0])
        step = next((move for move in (PASS, END) if move in legal), None)
        if step is None or game.apply(trial, owed[0], step).outcome == BARRIER:
            return None
    return None


def preview(match: Match, draft: Draft | None, *, plan_for: int | None = None) -> Preview:
    """Replay a draft on the committed position. A parked move is shown but not applied.

    `plan_for` names a seat that does not owe yet: its draft stands on the position ahead.
    """
    game = game_of(match)
    state = position(match)
    if plan_for is not None:
        state = ahead(game, state, plan_for) or state
    found = Preview(state, [], [], base=state)
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
