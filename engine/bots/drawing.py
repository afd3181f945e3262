"""A move by lot: what the random player, the fuzzer and the tests play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.core.game import Game
from engine.core.rng import Dice
from engine.core.types import Move, Seat, State

TRIES: Final = 8  # at a composed move, before a listed one will do


def drawn(game: Game[Any], s: State, seat: Seat, below: Callable[[int], int], rng: Dice) -> Move:
    """Any legal move of a seat. Where moves are composed, first the verb and then its numbers:
    else what can be listed would drown what cannot.

    `below(n)` picks one of n, `rng` the numbers of a composed move.
    """
    moves = game.moves(s, seat)
    forms = game.compose(s, seat)
    if not forms:
        return moves[below(len(moves))]
    verbs = list(dict.fromkeys([*(form.verb for form in forms), *(move.verb for move in moves)]))
    verb = verbs[below(len(verbs))]
    for form in forms:
        if form.verb == verb:
            for _ in range(TRIES):
                move = form.draw(rng)
                if game.explain(s, seat, move) is None:
                    return move
    listed = [move for move in moves if move.verb == verb] or moves
    return listed[below(len(listed))]
