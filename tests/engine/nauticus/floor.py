"""The floor a player must beat: pass always, except when there are crowns to score."""

from __future__ import annotations

from typing import Any

from engine.bots.base import Bot
from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Move, Seat, State
from engine.nauticus.material import CROWNS
from engine.nauticus.state import NauticusState


class Floor(Bot):
    """Takes the bonus with most workers; leaves the crowns for the end of a round, when all pass
    tiles are flipped; scores them with all the workers that count."""

    name = "floor"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        assert isinstance(state, NauticusState)
        moves = game.moves(state, seat)
        step = game.prompt(state)
        if step == "choose":
            worth = [3.0, 0.2, 0.2, 2.0, 2.1, 1.2, 2.2, 0.9]
            late = state.phase >= 3
            crowns = state.tiles.index(CROWNS)
            worth[crowns] += 9 if late else -9
            return max(moves, key=lambda move: worth[move.args[0]])
        scoring = [move for move in moves if move.verb == "score"]
        if scoring:
            return scoring[-1]
        extra = [move for move in moves if move == Move("extra", (CROWNS,))]
        last = state.round == state.options["rounds"]
        if extra and last and state.players[seat].flipped == 3:
            return extra[0]
        for verb in ("pass", "end"):
            if Move(verb) in moves:
                return Move(verb)
        return moves[0]
