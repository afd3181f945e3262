"""Writes the stored matches anew: `python -m tests.engine.oltremare.make_records`.

Needed only when a change of the rules makes the old ones unplayable; otherwise
`python -m engine retell` keeps their moves.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.bots.base import ask
from engine.bots.greedy import GreedyBot
from engine.core.record import Ply, Record, write
from engine.core.replay import close, start
from engine.testing.walks import Picker, walk
from tests.engine.oltremare.build import GAME

FOLDER = Path(__file__).parents[1] / "records" / "oltremare"
BOT = GreedyBot()

# Name, seats, options, number of the seed; "any-" records are random walks with all that is legal.
MATCHES: list[tuple[str, int, dict[str, int], int]] = [
    ("two-players", 2, {}, 1),
    ("three-players", 3, {}, 2),
    ("four-players", 4, {}, 3),
    ("five-players", 5, {}, 4),
    ("half-deck", 3, {"length": 2}, 5),
    ("quarter-deck", 4, {"length": 1}, 6),
    ("slips-only", 4, {"calls": 0}, 7),
    ("two-rounds-of-calls", 2, {"calls": 2}, 8),
    ("three-rounds-of-calls", 3, {"calls": 3}, 9),
    ("prestige-only", 5, {"venice": 0}, 10),
    ("any-two", 2, {"calls": 3}, 11),
    ("any-three", 3, {}, 38),
    ("any-four", 4, {"venice": 0}, 13),
    ("any-five", 5, {"length": 1, "calls": 3}, 14),
]


def record(name: str, seats: int, options: dict[str, int], number: int) -> Record:
    s, _ = GAME.setup(seats, options, f"{number:032x}")
    found, rng = start(GAME, s), Random(number)
    if name.startswith("any-"):
        for seat, move, _ in walk(GAME, s, Picker([], rng)):
            found.lines.append(Ply(seat, move))
        return close(GAME, found, s)
    while s.stack:
        seat = s.stack[-1].seats[0]
        move = ask(BOT, GAME, s, seat, rng, 400)
        GAME.apply(s, seat, move)
        found.lines.append(Ply(seat, move, "bot"))
    return close(GAME, found, s)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        (FOLDER / f"{match[0]}.txt").write_text(write(record(*match)), encoding="utf-8")
