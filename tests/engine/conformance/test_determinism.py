"""The same match on every machine, whatever order its sets and dicts are hashed in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine.core import Game, Log, State
from engine.testing.walks import Picker, walk
from tests.engine.conformance.cases import every_title, titles

SCRIPT = "from tests.engine.conformance.test_determinism import fingerprints; print(fingerprints())"


def fingerprints() -> list[str]:
    """Digests along random matches of all titles."""
    found = []
    for game in titles():
        for seats in game.seats:
            s, events = game.setup(seats, {}, f"{seats:032x}")
            found.append(f"{game.digest(s)} {events}")
            for _, _, applied in walk(game, s, Picker([], Random(seats))):
                if s.ply % 25 == 0:
                    found.append(f"{game.digest(s)} {applied.events}")
            found.append(f"{game.digest(s)} {game.view(s, 0)}")
    return found


def test_hash_seeds_change_nothing() -> None:
    told = set()
    for seed in ("0", "1", "31337"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(done.stdout)

    assert len(told) == 1
    assert len(told.pop()) > 1000


@every_title
def test_a_redeal_has_another_future(game: Game[Any]) -> None:
    s, _ = game.setup(min(game.seats), {}, "00" * 16)
    seat = game.to_act(s)[0]
    others = [game.redeal(s, seat, Random(k)) for k in range(20)]
    assert len({s.seed, *(other.seed for other in others)}) == 21, "redeal kept a seed"

    futures = set()
    for other in others:
        if next_deal(game, other):
            # The deal itself, without the trivial differences.
            other.seed, other.drawn = "", {}
            futures.add(game.digest(other))

    # Titles that shuffle once and for all have no next deal; the twin-world test covers those.
    assert not futures or len(futures) > 10


def next_deal(game: Game[Any], s: State) -> bool:
    """Play first moves until a number is drawn; False if the match ends before."""
    drawn = sum(s.drawn.values())
    while s.stack and sum(s.drawn.values()) == drawn:
        seat = s.stack[-1].seats[0]
        game.play_unchecked(s, seat, game.moves(s, seat)[0], Log(on=False))
    return sum(s.drawn.values()) > drawn
