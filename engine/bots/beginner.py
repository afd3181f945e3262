"""The beginner: sees one move ahead and overlooks a third of what could be done.

For lessons and first matches. What it plays makes sense, move by move, but it never plans a turn.
"""

from __future__ import annotations

from typing import Any, Final

from engine.bots import advice
from engine.bots.base import Bot
from engine.bots.greedy import follow
from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Move, Seat, State

OVERLOOKED: Final = 3  # one move in so many


class BeginnerBot(Bot):
    name = "beginner"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        moves = game.moves(state, seat)
        noticed = [move for move in moves if rng.randrange(OVERLOOKED)] or moves
        if len(noticed) == 1:
            return noticed[0]
        knows = advice.of(game)
        best, best_value = noticed[0], float("-inf")
        for move in noticed[: max(budget, 1)]:
            here = follow(game, game.clone(state), seat, [move])
            worth = advice.value(game, here, seat, knows)
            if worth > best_value:
                best, best_value = move, worth
        return best
