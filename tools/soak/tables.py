"""Which matches are played, by whom, and what their players know of their own turns."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

SIZES = (2, 2, 3, 2, 4, 3)
FULL_EVERY = 12  # every so many matches one is played to its full length


@dataclass
class Turn:
    """What somebody confirmed. `sure`: the site said yes. Otherwise no answer came."""

    moves: list[str]
    sure: bool


@dataclass
class Table:
    number: int
    size: int
    robots: int
    rounds: str  # as the form says it; empty: a full match
    people: list[int]  # indexes of persons, the opener first
    visibility: str
    url: str = ""
    over: set[int] = field(default_factory=set)  # persons who have looked at the result
    seats: dict[int, int] = field(default_factory=dict)  # person → seat
    turns: dict[int, list[Turn]] = field(default_factory=dict)  # person → what they confirmed
    points: dict[int, int] = field(default_factory=dict)  # seat → points of the result page
    opened: float = 0.0

    @property
    def name(self) -> str:
        return f"Soak {self.number}"

    @property
    def code(self) -> str:
        return self.url.rstrip("/").rpartition("/")[2]

    @property
    def finished(self) -> bool:
        return len(self.over) == len(self.people)


class Harbour:
    """All matches of a run. So many are under way at once; one that is over makes room."""

    def __init__(self, matches: int, people: int, at_once: int, seed: int) -> None:
        dice = random.Random(f"tables {seed}")
        self.tables = [_drawn(number, people, dice) for number in range(1, matches + 1)]
        self.at_once = at_once
        self.lock = threading.Lock()
        self.began = time.monotonic()

    def open_for(self, person: int) -> list[Table]:
        """The matches this person has to do with now."""
        with self.lock:
            under_way = [table for table in self.tables if not table.finished][: self.at_once]
        return [t for t in under_way if person in t.people and person not in t.over]

    @property
    def finished(self) -> int:
        return sum(table.finished for table in self.tables)

    @property
    def done(self) -> bool:
        return self.finished == len(self.tables)


def _drawn(number: int, people: int, dice: random.Random) -> Table:
    size = SIZES[number % len(SIZES)]
    robots = dice.randint(0, size - 1) if number % 3 == 0 else 0
    return Table(
        number=number,
        size=size,
        robots=robots,
        rounds="" if number % FULL_EVERY == 0 else "1",
        people=dice.sample(range(people), size - robots),
        visibility="link" if number % 5 == 0 else "public",
    )
