"""The numbers of a move: what each is called, what it may be, and how many there are.

A `Form` describes the moves of one verb. For moves that are listed one by one it only says which
numbers make no sense at all (`buy:99`). A **composed** verb has too many moves to list, an offer of
several cards for instance: there page, text client and fuzzer build the move out of its form, and
the step's `why_not` decides whether it is legal.

How a form is written as numbers, field by field:

    one number              the number
    a list                  its length, then its numbers
    the rest of the move    its numbers, no length (`tail`, last field only)
    like another list       one number for each of the other's, or none at all (last field only)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from engine.core.errors import WhyNot
from engine.core.rng import Dice
from engine.core.types import Move

NUMBER: Final = "number"  # a number, or the index of a thing
SET: Final = "set"  # several things at once: bit k stands for thing k

Values: TypeAlias = dict[str, list[int]]  # by key of the field


@dataclass(frozen=True)
class Field:
    """One number of a move, or one list of numbers."""

    key: str  # names it in refusals ("no-such-tile"), in phrases and on pages
    low: int = 0
    high: int = 0  # the largest there is
    kind: str = NUMBER
    least: int = 1  # how many; a list unless exactly one
    most: int = 1
    tail: bool = False  # the rest of the move, without a length before it
    like: str = ""  # as many as in this other list, or none at all
    rising: bool = False  # each larger than the one before: one spelling for one set of things
    # What makes sense for this seat now: numbers, or the things of a set. None: all there are.
    # Only for those who build a move. A number outside is well-formed, and the rules refuse it.
    choices: tuple[int, ...] | None = None

    @property
    def is_list(self) -> bool:
        return bool(self.like) or self.tail or (self.least, self.most) != (1, 1)

    def offered(self) -> tuple[int, ...]:
        """Numbers to choose from, or the things a set can hold."""
        if self.choices is not None:
            return self.choices
        if self.kind == SET:
            return tuple(range(self.high.bit_length()))
        return tuple(range(self.low, self.high + 1))


@dataclass(frozen=True)
class Form:
    """All the numbers of a verb."""

    verb: str
    fields: tuple[Field, ...] = ()
    composed: bool = False  # too many to list: `moves` has a few, `why_not` decides

    def narrowed(self, **choices: Sequence[int]) -> Form:
        """The same form with what makes sense now, by key of the field."""
        known = {field.key for field in self.fields}
        assert set(choices) <= known, f"{self.verb} has no field {set(choices) - known}"
        return replace(
            self,
            fields=tuple(
                replace(field, choices=tuple(choices[field.key])) if field.key in choices else field
                for field in self.fields
            ),
        )

    def fault(self, move: Move) -> WhyNot | None:
        """Why these numbers are no move of this verb, whatever the position; None if they are."""
        found = self._split(move.args)
        if isinstance(found, WhyNot):
            return found
        for field in self.fields:
            wrong = _fault(field, found[field.key])
            if wrong is not None:
                return wrong
        return None

    def read(self, move: Move) -> Values:
        """The numbers of a well-formed move, by key."""
        found = self._split(move.args)
        assert not isinstance(found, WhyNot), f"{move} is not well-formed"
        return found

    def write(self, values: Mapping[str, Sequence[int]]) -> Move:
        """The move with these numbers, which may still be faulty. What is left out is empty."""
        args: list[int] = []
        for field in self.fields:
            given = list(values.get(field.key, ()))
            if field.is_list and not field.tail and not field.like:
                args.append(len(given))
            args += given
        return Move(self.verb, tuple(args))

    def draw(self, rng: Dice) -> Move:
        """A move of this form, any: well-formed, but perhaps against the rules."""
        values: Values = {}
        for field in self.fields:
            values[field.key] = _drawn(field, values, rng)
        return self.write(values)

    def _split(self, args: Sequence[int]) -> Values | WhyNot:
        """The numbers field by field, or why they cannot be told apart."""
        values: Values = {}
        at = 0
        for field in self.fields:
            left = len(args) - at
            if field.tail:
                count = left
                if not field.least <= count <= field.most:
                    return _count(at + max(field.least, min(count, field.most)), len(args))
            elif field.like:
                count = len(values[field.like]) if left else 0
            elif field.is_list:
                if not left:
                    return _count(at + 1, len(args))
                count, at, left = args[at], at + 1, left - 1
            else:
                count = 1
            if field.is_list and not field.like and not field.least <= count <= field.most:
                bounds = {"least": field.least, "most": field.most, "got": count}
                return WhyNot("", "wrong-length", bounds)
            if count > left:
                return _count(at + count, len(args))
            values[field.key] = list(args[at : at + count])
            at += count
        return values if at == len(args) else _count(at, len(args))


def _count(want: int, got: int) -> WhyNot:
    return WhyNot("", "wrong-count", {"want": want, "got": got})


def _fault(field: Field, numbers: list[int]) -> WhyNot | None:
    for number in numbers:
        if not field.low <= number <= field.high:
            return WhyNot("", f"no-such-{field.key}", {field.key: number})
    if field.rising:
        for one, other in pairwise(numbers):
            if other <= one:
                return WhyNot("", "not-rising", {"first": one, "second": other})
    return None


def _drawn(field: Field, values: Values, rng: Dice) -> list[int]:
    if field.like:
        count = len(values[field.like]) if rng.randrange(2) else 0
    else:
        count = field.least + rng.randrange(field.most - field.least + 1)
    if not field.rising:
        return [_one(field, rng) for _ in range(count)] if field.offered() else []
    pool = list(field.offered())
    rng.shuffle(pool)
    return sorted(pool[:count])


def _one(field: Field, rng: Dice) -> int:
    things = field.offered()
    if field.kind != SET:
        return things[rng.randrange(len(things))]
    mask = 0
    for thing in things:
        if rng.randrange(2):
            mask |= 1 << thing
    # A set that must not be empty has one thing at least, of those that make sense.
    return mask if mask >= field.low else 1 << things[rng.randrange(len(things))]
