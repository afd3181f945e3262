"""Composing a move at the keyboard: one question per field, with what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.forms import SET, Field, Form, Values
from engine.core.types import Move
from engine.text import forms
from engine.text.phrases import Phrases

Say = Callable[[str], None]
MANY: Final = 40  # more to choose from are given as a range


class Cancelled(Exception):
    """Somebody thought better of it."""


class Asking:
    """Asks for the numbers of one form."""

    def __init__(self, form: Form, phrases: Phrases, read: Callable[[str], str], say: Say) -> None:
        self.form, self.phrases, self.read, self.say = form, phrases, read, say

    def move(self) -> Move:
        """As its form writes it; the rules haven't looked at it yet. Raises Cancelled."""
        values: Values = {}
        for field in self.form.fields:
            values[field.key] = self.field(field)
        return self.form.write(values)

    def field(self, field: Field) -> list[int]:
        if field.kind != SET:
            found = self.numbers(field, self.question(field))
            return sorted(found) if field.rising else found
        rows: list[int] = []
        most = field.most if field.is_list else 1
        while len(rows) < most:
            things = self.numbers(field, self.question(field, len(rows) + 1), least=0)
            if not things and (field.is_list or not field.low):
                break  # a list ends with an empty line
            # What can't be in the set is left to the rules, but not to the memory.
            if not all(0 <= thing < field.high.bit_length() for thing in things):
                self.say(self.phrases("why.no-such"))
            elif things or not field.low:
                rows.append(sum(1 << thing for thing in set(things)))
            else:
                self.say(self.phrases("play.numbers"))
        return rows if field.is_list else rows or [0]

    def question(self, field: Field, row: int = 0) -> str:
        label = forms.field_label(self.form, field, self.phrases)
        if row and field.is_list:
            label = self.phrases("play.row", label, row, field.most)
        return self.phrases("play.ask", label, self.choices(field))

    def choices(self, field: Field) -> str:
        """`11, 15, 29`, with words where there are any, or a range."""
        if field.choices is None and field.kind != SET and field.high - field.low >= MANY:
            return self.phrases("play.range", field.low, field.high)
        words = []
        for number in field.offered():
            label = forms.value_label(field, number, self.phrases)
            words.append(label if label == str(number) else f"{number} = {label}")
        return self.phrases("and").join(words)

    def numbers(self, field: Field, question: str, least: int | None = None) -> list[int]:
        """A line of numbers; asks again until it is one. One is needed where there is no list."""
        needed = (0 if field.is_list else 1) if least is None else least
        while True:
            line = self.read(question).strip()
            if line == "cancel":
                raise Cancelled
            try:
                found = [int(word) for word in line.replace(",", " ").split()]
            except ValueError:
                found = None
            if found is not None and len(found) >= needed:
                return found
            self.say(self.phrases("play.numbers"))
