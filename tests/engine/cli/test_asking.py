"""Composing a move at the keyboard."""

from __future__ import annotations

import pytest

from engine.cli.asking import Asking, Cancelled
from engine.core import Field, Form, Move
from engine.core.forms import SET
from engine.text import render
from tests.engine.cli.test_cli import BARTER, play
from tests.engine.titles.barter.game import Barter

words = render.english(Barter())
TABLE = [BARTER, "--seats", "2", "--seed", "asking"]


def ask(form: Form, *typed: str) -> tuple[Move, list[str]]:
    said: list[str] = []
    lines = iter(typed)

    def read(question: str) -> str:
        said.append(question)
        return next(lines)

    found = Asking(form, words, read, said.append).move()
    assert not list(lines), "not everything was asked"
    return found, said


CALL = Barter().forms["call"].narrowed(seat=[1, 2], card=[3, 9, 11])


def test_each_field_is_asked_with_its_choices() -> None:
    move, said = ask(CALL, "1 2", "-2", "11, 3", "0 2", "")

    assert move == Move("call", (0b110, -2, 2, 3, 11, 1, 0b101))
    assert said == [
        "To [1 = Seat 1, 2 = Seat 2] (numbers, or 'cancel'): ",
        "Coins you pay (below 0: you ask for) [-9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4,"
        " 5, 6, 7, 8, 9] (numbers, or 'cancel'): ",
        "Cards you give [3, 9, 11] (numbers, or 'cancel'): ",
        "For a card of (1 of 2, empty to end) [0 = good 0, 1 = good 1, 2 = good 2, 3 = good 3,"
        " 4 = good 4] (numbers, or 'cancel'): ",
        "For a card of (2 of 2, empty to end) [0 = good 0, 1 = good 1, 2 = good 2, 3 = good 3,"
        " 4 = good 4] (numbers, or 'cancel'): ",
    ]


def test_it_asks_again_until_it_can_be_read() -> None:
    move, said = ask(CALL, "everybody", "", "9", "1", "", "two", "1", "", "")

    assert move == Move("call", (0b10, 1, 0, 0))
    assert said.count("Type whole numbers.") == 4
    assert said.count("That doesn't exist in this game.") == 1


def test_what_can_be_empty_may_be_and_far_is_a_range() -> None:
    form = Form("go", (Field("crew", 0, 7, kind=SET), Field("miles", 0, 500)), composed=True)

    move, said = ask(form, "", "40")

    assert move == Move("go", (0, 40))
    assert "Miles [0 to 500] (numbers, or 'cancel'): " in said


def test_several_numbers_where_one_belongs_are_for_the_rules() -> None:
    move, _said = ask(Form("go", (Field("miles", 0, 9),)), "1 2")

    assert move == Move("go", (1, 2))


def test_it_can_be_given_up() -> None:
    with pytest.raises(Cancelled):
        ask(CALL, "1", "cancel")


def test_composed_verbs_are_listed_and_asked_for() -> None:
    said = play(TABLE, "call", "1", "1", "", "0 1 2 3 4", "", "decline")

    assert "  +  call             Call: type 'call' to compose it" in said
    assert "Seat 0 has decided." in said
    assert any("makes offer 1" in line for line in said)


def test_the_whole_move_may_be_typed_and_a_refusal_says_why() -> None:
    said = play(TABLE, "call:2,9,0,1,1", "call:2,1", "call:2,1,0,1,31", "decline", "call", "slip",
                "why call:2,0,0,0")  # fmt: skip

    assert "You have only 6 coins. (R3)" in said
    assert "This move is incomplete or contains something extra." in said
    assert "Seat 0 has decided." in said
    assert said.count("You've called already. (R3)") == 2
    assert any("others-only" in line for line in said)


def test_a_question_is_cancelled_with_the_keyboard_or_a_word() -> None:
    said = play(TABLE, "call", "cancel", "call", "1")

    assert said.count("Cancelled. Nothing was played.") == 2
    assert "Goodbye." in said


def test_another_person_composes_out_of_turn() -> None:
    said = play(TABLE, "1 slip", "2", "", "0 1", "")

    assert "Seat 1 has decided." in said
