"""A form somebody filled in, as the move it stands for. Knows no request and no match.

What the inputs are called, for the field `card` of the verb `call`:

    call.card      one number; the things of one set; the numbers of a list that rises
    call.card.0    another list, row by row: a number each, or the things of a set
    call.card.7    as many as in another list: what belongs to its row, or to its number 7
"""

from __future__ import annotations

import re
from typing import Any, Final

from engine.core.errors import IllegalMove, WhyNot
from engine.core.forms import SET, Field, Form
from engine.core.game import Game
from engine.core.types import Move
from engine.text.forms import things
from games.errors import BadForm
from games.selectors.scenes import Attempt

# As long as the notation allows.
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


def move_of(game: Game[Any], said: Attempt) -> Move:
    """The move as its form writes it; the rules haven't looked at it yet.

    Raises BadForm where it can't be written, IllegalMove where nothing is called that.
    """
    form = game.forms.get(said.verb)
    if form is None:
        raise IllegalMove(Move(said.verb), WhyNot("", "unknown-verb"))
    values: dict[str, list[int]] = {}
    slots: dict[str, list[int]] = {}  # what fields like this one are named by
    for one in form.fields:
        name = f"{form.verb}.{one.key}"
        if one.like:
            rows = [f"{name}.{slot}" for slot in slots[one.like]]
            values[one.key] = [n for row in rows for n in _cell(form, one, said.given(row))]
        elif in_rows(one):
            cells = [_cell(form, one, said.given(f"{name}.{row}")) for row in range(one.most)]
            slots[one.key] = [row for row, cell in enumerate(cells) if cell]
            values[one.key] = [number for cell in cells for number in cell]
        elif one.is_list:
            values[one.key] = slots[one.key] = sorted(_numbers(form, one, said.given(name)))
            if len(values[one.key]) > one.most:
                raise BadForm("too-many", form.verb, one.key, one.most)
        else:
            values[one.key] = _cell(form, one, said.given(name))
            if not values[one.key]:
                raise BadForm("missing", form.verb, one.key)
    return form.write(values)


def said_of(form: Form, move: Move) -> Attempt:
    """A well-formed move as if somebody had filled it in: the other way round."""
    values = form.read(move)
    typed: dict[str, list[str]] = {}
    for one in form.fields:
        name, numbers = f"{form.verb}.{one.key}", values[one.key]
        said = [[str(thing) for thing in _things(one, number)] for number in numbers]
        if one.like:
            other = next(field for field in form.fields if field.key == one.like)
            slots = range(len(numbers)) if in_rows(other) else values[one.like]
            typed |= {f"{name}.{slot}": row for slot, row in zip(slots, said, strict=False)}
        elif in_rows(one):
            typed |= {f"{name}.{index}": row for index, row in enumerate(said)}
        else:
            typed[name] = [text for row in said for text in row]
    return Attempt(form.verb, typed)


def _things(field: Field, number: int) -> list[int]:
    return things(number) if field.kind == SET else [number]


def in_rows(field: Field) -> bool:
    """Is this list filled in row by row? One that rises is ticked, and needs no order."""
    return field.is_list and not field.like and (field.kind == SET or not field.rising)


def _cell(form: Form, field: Field, said: list[str]) -> list[int]:
    """One number, or one set as the number it is; none if nothing was said."""
    numbers = _numbers(form, field, said)
    if field.kind != SET:
        if len(numbers) > 1:
            raise BadForm("too-many", form.verb, field.key, 1)
        return numbers
    mask = 0
    for thing in numbers:
        if not 0 <= thing < field.high.bit_length():
            why = WhyNot("", f"no-such-{field.key}", {field.key: thing})
            raise IllegalMove(Move(form.verb), why)
        mask |= 1 << thing
    return [mask] if numbers else []


def _numbers(form: Form, field: Field, said: list[str]) -> list[int]:
    if not all(_NUMBER.fullmatch(text) for text in said):
        raise BadForm("no-number", form.verb, field.key)
    return [int(text) for text in said]
