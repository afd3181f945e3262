"""What a computer player is, and the one way to ask it."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Move, Seat, State


class Bot:
    """A player. Stateless between decisions, so that any worker may answer for any match."""

    name: str = ""

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        """A legal move: one of `game.moves(state, seat)`, or a composed one.

        `state` is a world `redeal` made: as likely as any other this seat cannot rule out, and not
        the real one. It may be cloned but not changed. `budget` bounds the positions looked at; it
        counts work and not time, so that a bot plays the same on a slow machine.
        """
        raise NotImplementedError


def dice(seed: str, ply: int, seat: Seat) -> Random:
    """The dice of a decision: of the position alone, so that who asks twice hears the same."""
    return Random(f"{seed}:{ply}:{seat}")


def ask(bot: Bot, game: Game[Any], truth: State, seat: Seat, rng: Dice, budget: int) -> Move:
    """Ask a bot for its move in a real position, showing it another world."""
    world = game.redeal(truth, seat, rng)
    move = bot.choose(game, world, seat, rng, budget)
    why = None if move in game.moves(truth, seat) else game.explain(truth, seat, move)
    assert why is None, f"{bot.name} wants {move}, which is not legal: {why}"
    return move
