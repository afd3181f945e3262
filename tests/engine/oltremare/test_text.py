"""Words for everything, on lines of at most 100 characters."""

from __future__ import annotations

from random import Random

import pytest

from engine.core import Event, Move
from engine.oltremare.english import ENGLISH
from engine.testing.walks import Picker, able, choose
from engine.text import render
from tests.engine.oltremare.build import GAME, play, slip, table

WORDS = render.english(GAME)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_words_every_prompt_move_event_and_line(seats: int) -> None:
    for seed in range(6):
        rng = Random(seed)
        s, events = GAME.setup(seats, {"calls": 3, "length": 2}, f"{seed:032x}")
        while s.stack:
            assert f"prompt.{GAME.prompt(s)}" in WORDS
            who = able(GAME, s)
            seat = who[rng.randrange(len(who))]
            move = choose(GAME, s, seat, Picker([], rng))
            text = render.word_move(GAME, move, WORDS)
            assert text != str(move) or not move.args
            assert "{" not in text
            assert f"move.{move.verb}" in WORDS or move.verb == "buy"
            events += GAME.apply(s, seat, move).events
            for event in events:
                words = render.word_event(GAME, event, WORDS)
                assert words, event
                assert "{" not in words, words
                assert "event." not in words, words
            events = []
            for viewer in (None, seat):
                board = render.board(GAME, GAME.view(s, viewer), WORDS)
                assert max(map(len, board.splitlines())) <= 100
                assert "{" not in board
        assert all(f"line.{key}" in WORDS for key in GAME.score(s)[0].lines)


def test_every_form_and_field_has_words() -> None:
    for form in GAME.forms.values():
        if form.composed:
            assert f"form.{form.verb}" in ENGLISH
            for field in form.fields:
                assert f"field.{field.key}" in ENGLISH
                assert f"value.{field.key}" in ENGLISH
    assert all(f"option.{option.key}" in ENGLISH for option in GAME.options)


def test_it_words_offers_and_deals() -> None:
    said = render.word_move(GAME, Move("offer", (6, 2, 1, 46, 1, 9, 3)), WORDS)
    assert said == (
        "offer 46 pottery PC 4/3 (said to be pirate and card) + 2 ducats for gems or salt"
        " to Seat 1, Seat 2"
    )
    s = table(hands={0: [46], 1: [38]})
    slip(s, 1, "offer:1,-1,1,38,1,16")
    told = [render.word_event(GAME, event, WORDS) for event in play(s, "accept:1,46")]
    assert told == [
        "Seat 1 gives salt to Seat 0 for pottery + 1 ducat.",
        "Seat 1 gave 38 salt DP 4/3, Seat 0 gave 46 pottery PC 4/3.",
    ]


def test_the_board_shows_what_the_seat_may_know() -> None:
    s = table(hands={0: [46], 1: [38]}, pirates={0: [5]})
    slip(s, 1, "offer:5,0,1,38,1,127")
    own = render.board(GAME, GAME.view(s, 0), WORDS)
    assert "your hand: 46 pottery PC 4/3" in own
    assert "your pirates: ?" in own
    assert "1. slip by Seat 1 to Seat 0, Seat 2: salt for any card" in own
    other = render.board(GAME, GAME.view(s, None), WORDS)
    assert "your hand" not in other


def test_an_event_without_a_phrase_needs_no_line() -> None:
    assert render.word_event(GAME, Event("storm", -1, {}), WORDS) == ""
