"""Looking ahead: the position a seat will decide in, if everybody before it does nothing."""

from __future__ import annotations

from typing import TypeVar

from engine.core.game import BARRIER, Game
from engine.core.types import Seat, State

S = TypeVar("S", bound=State)


def ahead(game: Game[S], s: S, seat: Seat) -> S | None:
    """The position this seat would decide in if everyone before it passed.

    None if that cannot be known: somebody cannot just pass, or chance lies in between. Nor where
    what anybody may do depends on something hidden: played out here, it would tell what they hold.
    """
    trial = game.clone(s)
    for _ in range(2 * s.seats + 1):
        owed = game.to_act(trial)
        if not owed or not game.is_open(trial):
            return None
        if seat in owed:
            return trial
        legal = game.moves(trial, owed[0])
        step = next((move for move in game.passing if move in legal), None)
        if step is None or game.apply(trial, owed[0], step).outcome == BARRIER:
            return None
    return None
