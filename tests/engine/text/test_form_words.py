"""Composed moves, their fields and what is wrong with them, in words."""

from __future__ import annotations

import pytest

from engine.core import Field, Form, Move, WhyNot
from engine.text import forms, render
from engine.text.english import COMMON
from engine.text.phrases import Phrases
from tests.engine.titles.barter.game import Barter

barter = Barter()
words = render.english(barter)
CALL = barter.forms["call"]


def test_a_composed_move_is_worded_field_by_field() -> None:
    move = CALL.write({"seat": [0b110], "pay": [-1], "card": [3, 9], "want": [0b101, 0b10]})

    assert render.word_move(barter, move, words.over({"seat.2": "Cleo"})) == (
        "call (To: Seat 1, Cleo; Coins you pay (below 0: you ask for): -1; Cards you give: 3, 9; "
        "For a card of: good 0/good 2, good 1)"
    )
    bare = CALL.write({"seat": [2], "pay": [0]})
    assert "Cards" not in render.word_move(barter, bare, words)


def test_what_is_not_well_formed_keeps_its_notation() -> None:
    assert render.word_move(barter, Move("call", (1,)), words) == "call:1"
    assert render.word_move(barter, Move("accept", (1, 7)), words) == "accept offer 1"  # listed


def test_a_field_may_be_called_otherwise_in_one_verb() -> None:
    card = next(field for field in CALL.fields if field.key == "card")
    own = words.over({"field.call.card": "Yours"})

    assert forms.field_label(CALL, card, own) == "Yours"
    assert forms.field_label(barter.forms["slip"], card, own) == "Cards you give"


def test_without_phrases_the_keys_speak() -> None:
    form = Form("send", (Field("crew", 0, 9),), composed=True)
    none = Phrases(COMMON)

    assert forms.form_label(form, none) == "Send"
    assert forms.field_label(form, form.fields[0], none) == "Crew"
    assert forms.value_label(form.fields[0], 4, none) == "4"
    assert forms.composed(form, Move("send", (4,)), none) == "send (Crew: 4)"
    assert forms.composed(Form("go", composed=True), Move("go"), none) == "go"


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (WhyNot("", "wrong-count", {"want": 2, "got": 1}),
         "This move is incomplete or contains something extra."),
        (WhyNot("", "wrong-length", {"least": 0, "most": 2, "got": 3}),
         "Choose at least 0 and at most 2. You chose 3."),
        (WhyNot("", "not-rising", {"first": 2, "second": 1}),
         "List each item only once, in ascending order."),
        (WhyNot("R1", "no-such-card", {"card": 99}), "That doesn't exist in this game. (R1)"),
        (WhyNot("R3", "no-such-seat", {"seat": 9}), "You can't offer that to yourself. (R3)"),
    ],
)  # fmt: skip
def test_what_the_core_refuses_has_a_sentence(why: WhyNot, said: str) -> None:
    assert render.word_reason(why, words) == said
