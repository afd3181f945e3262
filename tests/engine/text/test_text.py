from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine import registry
from engine.core import (
    BadNotation,
    Event,
    Game,
    GameOver,
    IllegalMove,
    Move,
    ScoreSheet,
    WhyNot,
)
from engine.testing.walks import Picker, walk
from engine.text import render
from engine.text.english import COMMON
from engine.text.phrases import Phrases
from tests.engine.conformance.cases import every_title
from tests.engine.core.hoist import Hoist
from tests.engine.titles.quay.game import Quay

quay = Quay()
words = render.english(quay)


def test_phrases_are_filled_in() -> None:
    phrases = Phrases({"row": "{0}: {coins} coins"})

    assert phrases("row", "Anna", coins=3) == "Anna: 3 coins"


def test_a_missing_phrase_shows_its_key_and_a_missing_value_its_name() -> None:
    phrases = Phrases({"row": "{0} {1} {coins}"})

    assert phrases("col") == "col"
    assert phrases("row", "Anna") == "Anna {1} {coins}"


def test_translations_lie_over_the_english() -> None:
    german = words.over({"seat": "Platz {0}", "seat.1": "Berta"})

    assert german.seat(0) == "Platz 0"
    assert german.seat(1) == "Berta"
    assert german("move.close") == "close the market"
    assert words.seat(1) == "Seat 1"


def test_moves_are_worded() -> None:
    assert render.word_move(quay, Move("bid", (4,)), words) == "bid card 4"
    assert render.word_move(quay, Move("offer", (4,)), words) == "offer:4"


def test_events_are_worded_for_those_who_may_see_them() -> None:
    events = [
        Event("haul", 1, {"card": 9}),
        Event("draws", 1, {"cards": [3]}, to=(1,)),
        Event("secret-handshake", -1, {}),
    ]

    assert [render.word_event(quay, event, words) for event in events] == [
        "Seat 1 hauls card 9",
        "Seat 1 draws [3]",
        "",
    ]
    assert len(render.visible(events, 0)) == 2
    assert len(render.visible(events, None)) == 2
    assert len(render.visible(events, 1)) == 3


def test_refusals_are_worded_with_their_rule() -> None:
    def said(why: WhyNot) -> str:
        return render.word_error(IllegalMove(Move("accept", (3,)), why), words)

    assert said(WhyNot("R3", "offer-gone", {"id": 3})) == "Offer 3 is gone. (R3)"
    assert said(WhyNot("", "not-now")) == "You can't do that at this point of the match."
    assert said(WhyNot("R9", "unheard-of", {"n": 1})) == "unheard-of n=1 (R9)"
    assert render.word_error(GameOver(), words) == "The match is over."
    assert render.word_error(BadNotation("x"), words) == "That's not a move."


def test_sheets_stand_side_by_side() -> None:
    sheets = [ScoreSheet(0, {"coins": 12, "ship": 3}), ScoreSheet(1, {"coins": 5, "ship": 0})]

    assert render.sheet(sheets, [1, 2], words).splitlines() == [
        "             Seat 0  Seat 1",
        "Coins            12       5",
        "On the ship       3       0",
        "Total            15       5",
        "#                 1       2",
    ]


def test_a_title_without_text_is_shown_as_it_is() -> None:
    hoist = Hoist()
    s, _ = hoist.setup(2, {}, "00" * 16)

    assert "pile: " in render.board(hoist, hoist.view(s, 0), words)


class Chatty(Quay):
    """Its companion modules are those of this package: see below."""

    __module__ = "tests.engine.text.chatty.game"


def test_a_title_may_word_moves_and_events_itself() -> None:
    chatty = Chatty()

    assert render.word_move(chatty, Move("close"), words) == "chatty close"
    assert render.word_event(chatty, Event("haul", 0, {}), words) == "chatty haul"


@every_title
def test_every_position_has_a_canonical_text(game: Game[Any]) -> None:
    phrases = render.english(game)
    s, _ = game.setup(max(game.seats), {}, "00" * 16)
    for _ in walk(game, s, Picker([], Random(3))):
        if s.ply % 10 and s.stack:
            continue
        for seat in (None, *range(s.seats)):
            text = render.board(game, game.view(s, seat), phrases)
            assert text == render.board(game, game.view(s, seat), phrases)
            assert text
            if registry.companion(game, "text"):
                assert max(map(len, text.splitlines())) <= 100
                assert "{" not in text, "a value is missing in a phrase"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_prompt_move_and_line_of_a_title_has_words(slug: str) -> None:
    game = registry.get(slug)
    phrases = render.english(game)
    s, _ = game.setup(max(game.seats), {}, "00" * 16)
    missing = {f"line.{key}" for key in game.score(s)[0].lines if f"line.{key}" not in phrases}
    for _, move, _ in walk(game, s, Picker([], Random(3))):
        if render.word_move(game, move, phrases) == str(move) and move.args:
            missing.add(f"move.{move.verb}")
        if s.stack and f"prompt.{game.prompt(s)}" not in phrases:
            missing.add(f"prompt.{game.prompt(s)}")

    assert not missing


def test_the_common_phrases_cover_the_errors() -> None:
    for error in ("bad-notation", "bad-record", "bad-options", "bad-snapshot", "illegal-move",
                  "not-your-decision", "game-over"):  # fmt: skip
        assert f"error.{error}" in COMMON
