"""The text board and the words for moves, events and refusals."""

from __future__ import annotations

import random
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import Event, Log, Move
from engine.nauticus.text import ENGLISH, render, word_event, word_move
from engine.text.english import COMMON
from engine.text.phrases import Phrases
from tests.engine.nauticus.build import (
    BOW,
    FISH,
    GAME,
    HULLS,
    SHIP,
    SINGLE,
    STERN,
    chosen,
    finished,
    mast,
    play,
    sail,
    stock,
    table,
    yard,
)

PHRASES = Phrases(COMMON, ENGLISH)


def test_the_board_in_words() -> None:
    s = chosen(HULLS, seats=2)
    yard(s, 0, STERN, BOW, mast(SHIP), FISH)
    finished(s, 0, 1)
    stock(s, 0, sail(SHIP), sail(SHIP))
    s.players[0].delivered[0] = 2
    s.supply[FISH] -= 2

    text = render(GAME.view(s, 0), PHRASES)

    assert text.splitlines()[0] == "Nauticus, round 1 of 4, phase 1 of 7"
    assert ">4     hulls" in text
    assert "stern 1, middle 2, bow 3, single 0" in text
    assert "Seat 0 performs hulls (blue workers left: 2, uses: 0)" in text
    assert "> Seat 0: points 12, coins 15, workers 4, crowns 0, pass tiles flipped 0 of 3" in text
    assert "    storage 2/12: ship sail x2" in text
    assert "    ship 1 (closed): bow stern | ship mast | fish" in text
    assert "    ship 2 (complete): single hull | ship mast | ship sail" in text
    assert "    delivered: fish x2" in text
    assert "extra action, start player" in text


def test_the_board_of_an_extra_action_and_of_the_end() -> None:
    s = chosen(HULLS, seats=2, rounds=1)
    play(s, "extra:5")
    assert "Seat 0 performs the extra action withdraw (uses: 0)" in render(
        GAME.view(s, None), PHRASES
    )

    log = Log(on=False)
    while s.stack:
        (seat,) = GAME.to_act(s)
        GAME.play_unchecked(s, seat, GAME.moves(s, seat)[-1], log)
    text = render(GAME.view(s, 0), PHRASES)
    assert text.startswith("Nauticus, after 1 rounds")
    assert "start player" not in text


@given(st.integers(2, 4), st.integers(0, 2**32))
def test_every_board_is_plain(seats: int, seed: int) -> None:
    """No trailing blanks, no long lines, no phrase missing, no number left out."""
    s = table(seats, seed=f"{seed:032x}")
    rng = random.Random(seed)
    while s.stack:
        (seat,) = GAME.to_act(s)
        move = rng.choice(GAME.moves(s, seat))
        words = [word_move(move, PHRASES)]
        applied = GAME.apply(s, seat, move)
        words += [word_event(event, PHRASES) for event in applied.events]
        assert not [text for text in words if "{" in text or re.search(r"\b[a-z]+\.\w", text)]
        if rng.random() < 0.1:
            text = render(GAME.view(s, 0), PHRASES)
            for line in text.splitlines():
                assert line == line.rstrip()
                assert len(line) <= 100
                assert "{" not in line
                assert not re.search(r"\b[a-z]+\.\w", line)
            assert text == render(GAME.view(s, 0), PHRASES)


def test_moves_in_words() -> None:
    for move, words in (
        (Move("buy", (4, 0)), "buy whale mast: storage"),
        (Move("buy", (4, 2)), "buy whale mast: ship 2"),
        (Move("move", (17, 1)), "move salt to ship 1"),
        (Move("withdraw", (3,)), "withdraw 6 coins (workers: 3)"),
        (Move("extra", (7,)), "extra action: crowns"),
        (Move("reward", (5, 14, 15)), "reward: fish + grain"),
        (Move("reward", (5,)), "reward: 2 goods"),
        (Move("pass"), "pass"),
    ):
        assert word_move(move, PHRASES) == words


def test_events_in_words() -> None:
    for event, words in (
        (
            Event("deliver", 1, {"ship": 2, "goods": [14, 17]}),
            "Seat 1 delivers fish, salt from ship 2.",
        ),
        (
            Event("bonus", 0, {"workers": 1, "coins": 0, "points": 1}),
            "Seat 0 gets 1 worker + 1 point.",
        ),
        (Event("bonus", 0, {"workers": 0, "coins": 0, "points": 0}), ""),
        (Event("final", 0, {"track": 10, "goods": 2}), "Seat 0: 12 points."),
        (Event("phase", -1, {}), ""),
    ):
        assert word_event(event, PHRASES) == words


def test_there_are_words_for_everything() -> None:
    """Every refusal, prompt, verb and line of the title has a phrase."""
    root = Path(__file__).parents[3] / "engine/nauticus"
    sources = "".join(path.read_text(encoding="utf-8") for path in root.glob("steps/*.py"))
    codes = set(re.findall(r'"R\d+\.\d+", "([a-z-]+)"', sources))
    codes |= {f"no-such-{field.key}" for form in GAME.forms.values() for field in form.fields}
    assert len(codes) > 30
    for code in codes:
        assert f"why.{code}" in PHRASES, code
    for step in GAME.steps.values():
        if step.verbs:
            assert f"prompt.{step.key}" in PHRASES
        for verb in step.verbs:
            assert f"move.{verb}" in PHRASES
    for key in GAME.score(table())[0].lines:
        assert f"line.{key}" in PHRASES


def test_a_single_ship_reads_as_one() -> None:
    s = chosen(HULLS)
    yard(s, 1, SINGLE)

    assert "    ship 1 (closed): single" in render(GAME.view(s, 1), PHRASES)
