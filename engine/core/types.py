"""The nouns of the engine: plain data, no behaviour beyond reading and printing itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias, Union

from engine.core.errors import BadNotation, WhyNot

__all__ = [
    "TABLE",
    "Applied",
    "Event",
    "Frame",
    "Json",
    "Log",
    "Move",
    "Option",
    "ScoreSheet",
    "Seat",
    "State",
    "WhyNot",
    "is_move",
    "parse_move",
]

Seat: TypeAlias = int  # 0..seats-1 for the whole match
Json: TypeAlias = Union[bool, int, str, "list[Json]", "dict[str, Json]", None]

TABLE: Final = -1  # the "seat" of events nobody caused

# The longest text a move may have. Long before this a move has stopped being one decision.
LONGEST: Final = 120

# One spelling per move, so that records can be compared as text: no leading zeros, no signs but
# a minus, no spaces, ASCII digits only.
_MOVE = re.compile(r"([a-z][a-z0-9-]*)(?::((?:-?[1-9][0-9]{0,8}|0)(?:,(?:-?[1-9][0-9]{0,8}|0))*))?")


class Move(NamedTuple):
    """One decision a player can name, complete in itself."""

    verb: str
    args: tuple[int, ...] = ()  # indexes into the title's material tables

    def __str__(self) -> str:
        if not self.args:
            return self.verb
        return self.verb + ":" + ",".join(map(str, self.args))


def is_move(thing: object) -> bool:
    """Is this a verb with whole numbers? Programs hand in moves too, not only parsed text."""
    return (
        isinstance(thing, Move)
        and type(thing.verb) is str
        and type(thing.args) is tuple
        and all(type(number) is int for number in thing.args)
    )


def parse_move(text: str) -> Move:
    """The inverse of `str(move)`. Anything but the one canonical spelling is `BadNotation`."""
    found = _MOVE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise BadNotation(text)
    verb, args = found.groups()
    return Move(verb, tuple(map(int, args.split(","))) if args else ())


@dataclass
class Event:
    """Something that happened: for the log, for animation, never for the rules."""

    kind: str  # a stable key, never renamed: "launch"
    seat: Seat
    data: dict[str, int | list[int]]
    to: tuple[Seat, ...] | None = None  # None: everybody sees it; else only these seats


@dataclass
class Frame:
    """One unfinished piece of procedure on the stack."""

    step: str  # key into Game.steps
    seats: list[Seat]  # who OWES a decision here
    id: int = 0  # serial from State.pushed, never reused
    pc: int = 0  # step-local program counter
    data: list[int] = field(default_factory=list)  # layout: see the step's docstring


@dataclass
class State:
    """Everything about a position. Each title subclasses this, with defaults on its own fields."""

    seats: int
    options: dict[str, int]
    seed: str  # hex, secret until the match ends
    drawn: dict[str, int] = field(default_factory=dict)  # random numbers consumed, per stream
    reveals: int = 0  # hidden things turned up
    pushed: int = 0  # frames ever pushed
    ply: int = 0
    turn: Seat = 0  # for rules that say "on your turn"
    stack: list[Frame] = field(default_factory=list)


@dataclass
class Option:
    """A choice made before the match. Always an int, so that options need no schema."""

    key: str
    default: int
    choices: tuple[int, ...]
    # Where they depend on the number of seats: seats -> default and choices.
    by_seats: dict[int, tuple[int, tuple[int, ...]]] = field(default_factory=dict)

    def default_for(self, seats: int) -> int:
        return self.by_seats[seats][0] if seats in self.by_seats else self.default

    def choices_for(self, seats: int) -> tuple[int, ...]:
        return self.by_seats[seats][1] if seats in self.by_seats else self.choices


@dataclass
class ScoreSheet:
    """What one seat has, line by line; the total is the sum of the lines."""

    seat: Seat
    lines: dict[str, int]
    tiebreaks: tuple[int, ...] = ()  # compared in order, larger is better

    @property
    def total(self) -> int:
        return sum(self.lines.values())


@dataclass
class Applied:
    """What `Game.apply` answers."""

    events: list[Event]
    outcome: str  # "continues" | "hands_over" | "barrier"


class Log:
    """Collects events while moves are played. Playouts pass `Log(on=False)` and pay nothing."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.events: list[Event] = []
        self.stopped = False

    def add(
        self, kind: str, seat: Seat, to: tuple[Seat, ...] | None = None, **data: int | list[int]
    ) -> None:
        """Note an event. In hot places guard the call with `if log.on:` to save the arguments."""
        if self.on:
            self.events.append(Event(kind, seat, data, to))

    def barrier(self) -> None:
        """Say that this move must not stay a private draft (an offer has been sent)."""
        self.stopped = True
