"""A whole turn tried on a position: what it leads to, as far as anybody can know. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.bots.turns import closes, frames
from engine.core.errors import RulesError
from engine.core.game import BARRIER, CONTINUES, Game
from engine.core.types import Event, Move, State
from engine.text.render import visible


@dataclass
class Walk:
    """`state` is the position after the moves, or before the one that reveals something."""

    base: State  # nobody changes it
    state: State
    moves: list[Move] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # what the seat may read of them
    barrier: bool = False  # the last move reveals something, and was not played here
    whole: bool = False  # the turn ends here


def walk(game: Game[Any], base: State, seat: int, moves: Sequence[Move]) -> Walk:
    """Play moves of one seat on a copy. Raises a RulesError at the first that cannot be played."""
    found = Walk(base, game.clone(base))
    begun = frames(base)
    for move in moves:
        if found.whole:
            raise RulesError("nothing can follow the end of a turn")
        trial = game.clone(found.state)
        pushed = trial.pushed
        applied = game.apply(trial, seat, move)
        found.moves.append(move)
        if applied.outcome == BARRIER:
            found.barrier = found.whole = True
            continue
        found.state = trial
        found.events += visible(applied.events, seat)
        found.whole = applied.outcome != CONTINUES or closes(game, begun, pushed, trial, move)
    return found
