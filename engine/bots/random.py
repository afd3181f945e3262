"""The random player: the floor under every measurement."""

from __future__ import annotations

from typing import Any

from engine.bots.base import Bot
from engine.bots.drawing import drawn
from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Move, Seat, State


class RandomBot(Bot):
    name = "random"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        return drawn(game, state, seat, rng.randrange, rng)
