"""The words of forms: what a composed verb, its fields and their values are called.

Phrases: `form.call`, `field.call.card` or for all verbs `field.card`, `value.card` with `{0}`. A
field called `seat` names players.
"""

from __future__ import annotations

from typing import Final

from engine.core.forms import SET, Field, Form
from engine.core.types import Move
from engine.text.phrases import Phrases

SEAT: Final = "seat"


def form_label(form: Form, phrases: Phrases) -> str:
    key = f"form.{form.verb}"
    return phrases(key) if key in phrases else form.verb.capitalize()


def field_label(form: Form, field: Field, phrases: Phrases) -> str:
    for key in (f"field.{form.verb}.{field.key}", f"field.{field.key}"):
        if key in phrases:
            return phrases(key)
    return field.key.capitalize()


def value_label(field: Field, number: int, phrases: Phrases) -> str:
    """A number, or one thing of a set."""
    if field.key == SEAT:
        return phrases.seat(number)
    key = f"value.{field.key}"
    return phrases(key, number) if key in phrases else str(number)


def things(mask: int) -> list[int]:
    """What a set holds."""
    return [thing for thing in range(mask.bit_length()) if mask >> thing & 1]


def composed(form: Form, move: Move, phrases: Phrases) -> str:
    """A well-formed move of a form, field by field; what is empty is left out."""
    parts = []
    for field in form.fields:
        numbers = form.read(move)[field.key]
        words = [_worded(field, number, phrases) for number in numbers]
        if words:
            label = field_label(form, field, phrases)
            parts.append(phrases("composed.part", label, phrases("and").join(words)))
    name = form_label(form, phrases)
    name = name[:1].lower() + name[1:]
    return phrases("composed", name, phrases("composed.join").join(parts)) if parts else name


def _worded(field: Field, number: int, phrases: Phrases) -> str:
    if field.kind != SET:
        return value_label(field, number, phrases)
    words = [value_label(field, thing, phrases) for thing in things(number)]
    return phrases("and" if field.key == SEAT else "composed.set").join(words)
