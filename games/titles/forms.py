"""Composed moves as controls that work without script: what `games/_compose.html` shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from django.utils.translation import gettext as _

from engine.core.forms import SET, Field, Form
from engine.core.types import Move
from games.selectors.scenes import Attempt
from games.titles.composing import in_rows, said_of

FEW: Final = 5  # can be seen side by side
SOME: Final = 12  # can be looked through; more than that one types
MOST: Final = 60  # boxes in one field: beyond, one types here too

Kind = Literal["number", "select", "radio", "checks"]


@dataclass
class Pick:
    value: str
    label: str
    id: str
    chosen: bool = False


@dataclass
class Control:
    """One input, or several of one name."""

    kind: Kind
    name: str
    id: str
    label: str
    hint: str = ""
    picks: Sequence[Pick] = ()
    value: str = ""  # of a number
    low: int = 0
    high: int = 0


@dataclass
class Composed:
    """A verb to be composed."""

    verb: str
    label: str
    controls: list[Control] = field(default_factory=list)
    refused: bool = False  # what it shows was tried and refused
    best: bool = False  # what it shows is what a guided match recommends
    open: bool = False


class Words(Protocol):
    """What a presenter answers about forms."""

    def form_label(self, form: Form) -> str: ...

    def field_label(self, form: Form, field: Field) -> str: ...

    def value_label(self, form: Form, field: Field, number: int, names: Sequence[str]) -> str: ...


def ident(name: str) -> str:
    return "f-" + name.replace(".", "-")


def laid_out(
    words: Words,
    form: Form,
    names: Sequence[str],
    said: Attempt | None = None,
    best: Move | None = None,
) -> Composed:
    """A form as controls, filled in as somebody did who was refused, or as a guide would."""
    found = Composed(form.verb, words.form_label(form))
    found.refused = said is not None and said.verb == form.verb
    found.best = not found.refused and best is not None and best.verb == form.verb
    found.open = found.refused or found.best
    mine = said if found.refused else None
    if best is not None and found.best:
        mine = said_of(form, best)
    laying = _Laying(words, form, names, mine)
    for one in form.fields:
        found.controls += laying.controls(one)
    return found


@dataclass
class _Laying:
    words: Words
    form: Form
    names: Sequence[str]
    said: Attempt | None

    def controls(self, one: Field) -> Iterator[Control]:
        name, label = f"{self.form.verb}.{one.key}", self.words.field_label(self.form, one)
        if one.like:
            yield from self.like(one, name, label)
        elif in_rows(one):
            for row in range(one.most):
                head = _("{label} ({n} of {most})").format(label=label, n=row + 1, most=one.most)
                hint = _("Optional") if row >= one.least else ""
                yield from self.cell(one, f"{name}.{row}", head if one.most > 1 else label, hint)
        elif one.is_list:
            yield from self.ticked(one, name, label)
        else:
            yield from self.cell(one, name, label)

    def like(self, one: Field, name: str, label: str) -> Iterator[Control]:
        """A control for each thing that may be chosen in the other list."""
        other = next(field for field in self.form.fields if field.key == one.like)
        hint = _("Optional")
        if in_rows(other):
            for row in range(other.most):
                head = _("{label} ({n} of {most})").format(label=label, n=row + 1, most=other.most)
                yield from self.cell(one, f"{name}.{row}", head, hint)
            return
        for number in _offered(other) or ():
            head = f"{label}: {self.value(other, number)}"
            yield from self.cell(one, f"{name}.{number}", head, hint)

    def ticked(self, one: Field, name: str, label: str) -> Iterator[Control]:
        """A list that rises: any of these, in no order."""
        offered = _offered(one)
        if offered is None:
            for row in range(one.most):
                yield self.number(one, name, label, _("Optional"), row)
            return
        hint = _("Choose {n}").format(n=one.most)
        if one.least != one.most:
            hint = _("Choose up to {n}").format(n=one.most) if one.most < len(offered) else ""
        if offered:
            yield Control("checks", name, ident(name), label, hint, self.picks(one, name, offered))

    def cell(self, one: Field, name: str, label: str, hint: str = "") -> Iterator[Control]:
        """One number, or one set."""
        offered = _offered(one)
        if offered is None or (one.kind != SET and one.choices is None and len(offered) > SOME):
            yield self.number(one, name, label, hint)
        elif offered:
            kind: Kind = "select"
            if one.kind == SET:
                kind = "checks"
            elif len(offered) <= FEW and not hint:  # what is optional can't be a radio
                kind = "radio"
            picks = self.picks(one, name, offered)
            if kind == "radio" and len(picks) == 1:
                picks[0].chosen = True
            yield Control(kind, name, ident(name), label, hint, picks)

    def number(self, one: Field, name: str, label: str, hint: str = "", row: int = 0) -> Control:
        usual = "" if hint else str(max(one.low, min(0, one.high)))
        said = self.said.given(name) if self.said else [usual]
        value = said[row] if row < len(said) else ""
        named = f"{ident(name)}-{row}" if row else ident(name)
        return Control("number", name, named, label, hint, (), value, one.low, one.high)

    def picks(self, one: Field, name: str, offered: Sequence[int]) -> list[Pick]:
        said = set(self.said.given(name)) if self.said else set()
        return [
            Pick(
                str(number), self.value(one, number), f"{ident(name)}-{number}", str(number) in said
            )
            for number in offered
        ]

    def value(self, one: Field, number: int) -> str:
        return self.words.value_label(self.form, one, number, self.names)


def _offered(one: Field) -> tuple[int, ...] | None:
    """What can be shown one by one; None if that's too many."""
    if one.choices is None and one.kind != SET and one.high - one.low >= MOST:
        return None
    return one.offered()
