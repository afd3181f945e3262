"""Hypothesis strategies over whole matches."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from engine.core.game import Game
from engine.core.types import Log, State
from engine.testing.walks import Picker, walk

S = TypeVar("S", bound=State)


@dataclass
class Start:
    """What a match begins with, and how to wander through it.

    The first picks are Hypothesis's own, so that a failure shrinks; a generator takes over after
    them, because a match has more decisions than Hypothesis likes to make.
    """

    seats: int
    options: dict[str, int]
    seed: str
    picks: list[int]
    luck: int

    def picker(self) -> Picker:
        return Picker(self.picks, Random(self.luck))


def seeds() -> st.SearchStrategy[str]:
    return st.integers(0, (1 << 128) - 1).map(lambda number: f"{number:032x}")


def starts(game: Game[Any], seats: int) -> st.SearchStrategy[Start]:
    options = st.fixed_dictionaries(
        {},
        optional={
            option.key: st.sampled_from(option.choices_for(seats)) for option in game.options
        },
    )
    return st.builds(
        Start,
        st.just(seats),
        options,
        seeds(),
        st.lists(st.integers(0, 9999), max_size=30),
        st.integers(0, 1 << 30),
    )


def wander(game: Game[S], start: Start, share: float) -> S:
    """A position some way into a random match: `share` 0 is the start, 1 near the end."""
    s, _ = game.setup(start.seats, start.options, start.seed)
    end = game.clone(s)
    line = [(seat, move) for seat, move, _ in walk(game, end, start.picker())]
    log = Log(on=False)
    for seat, move in line[: int(share * (len(line) - 1))]:
        game.play_unchecked(s, seat, move, log)
    return s
