"""The random player: the floor under every measurement."""

from __future__ import annotations

from typing import Any

from engine.bots.base import Bot
from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Move, Seat, State


class RandomBot(Bot):
    name = "random"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        moves = game.moves(state, seat)
        return moves[rng.randrange(len(moves))]
