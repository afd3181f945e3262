"""Wandering through a match: no test library needed, so the command line can use it too."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

from engine.bots.drawing import drawn
from engine.core.game import Game
from engine.core.types import Applied, Move, Seat, State

S = TypeVar("S", bound=State)


class Picker:
    """Choices: the given ones first, then a generator's."""

    def __init__(self, picks: list[int], rng: Random) -> None:
        self.picks = iter(picks)
        self.rng = rng

    def below(self, n: int) -> int:
        pick = next(self.picks, None)
        return self.rng.randrange(n) if pick is None else pick % n


def able(game: Game[S], s: S) -> list[Seat]:
    """Everybody who can do something, owed or not."""
    return [seat for seat in range(s.seats) if game.may_act(s, seat)]


def pick(game: Game[S], s: S, picker: Picker) -> tuple[Seat, Move]:
    """A seat and a move, any that are legal now."""
    seats = able(game, s)
    assert seats, f"nobody can move in {game.prompt(s)}"
    seat = seats[picker.below(len(seats))]
    return seat, choose(game, s, seat, picker)


def choose(game: Game[S], s: S, seat: Seat, picker: Picker) -> Move:
    """Any legal move of a seat."""
    return drawn(game, s, seat, picker.below, picker.rng)


def strange(game: Game[Any], s: State, seat: Seat, rng: Random, count: int) -> list[Move]:
    """Composed moves this seat might try, legal or not: well-formed ones, and some that are not."""
    found = []
    for form in game.compose(s, seat):
        for _ in range(count):
            move = form.draw(rng)
            found.append(move)
            if move.args:
                place = rng.randrange(len(move.args))
                args = list(move.args)
                args[place] += rng.choice((-1, 1, 100))
                found += [Move(move.verb, tuple(args)), Move(move.verb, move.args[:-1])]
    return found


def walk(game: Game[S], s: S, picker: Picker) -> Iterator[tuple[Seat, Move, Applied]]:
    """Play at random to the end, yielding after each ply. Fails beyond the title's ply bound."""
    while s.stack:
        assert s.ply < game.max_plies, "longer than the title promises"
        seat, move = pick(game, s, picker)
        yield seat, move, game.apply(s, seat, move)
