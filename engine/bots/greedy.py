"""The greedy player: tries each turn its title suggests on a copy, keeps what looks best."""

from __future__ import annotations

from typing import Any

from engine.bots import advice
from engine.bots.base import Bot
from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Log, Move, Seat, State


class GreedyBot(Bot):
    name = "greedy"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        moves = game.moves(state, seat)
        if len(moves) == 1:
            return moves[0]
        knows = advice.of(game)
        plans: list[list[Move]] = []
        if knows is not None:
            plans = [
                plan
                for plan in knows.turns(state, seat, moves)
                if plan[0] in moves or game.explain(state, seat, plan[0]) is None
            ]
            if plans and knows.best_first:
                return plans[0][0]
        if not plans:
            plans = advice.single_moves(state, seat, moves)
        best, best_value = plans[0][0], float("-inf")
        for plan in plans[: max(budget, 1)]:
            here = follow(game, game.clone(state), seat, plan)
            worth = advice.value(game, here, seat, knows)
            if worth > best_value:
                best, best_value = plan[0], worth
        return best


def follow(game: Game[Any], s: State, seat: Seat, plan: list[Move]) -> State:
    """Play a plan as far as it is legal; its first move has to be."""
    log = Log(on=False)
    game.play_unchecked(s, seat, plan[0], log)
    for move in plan[1:]:
        if move not in game.moves(s, seat) and game.explain(s, seat, move) is not None:
            break
        game.play_unchecked(s, seat, move, log)
    return s
