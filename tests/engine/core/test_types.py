from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import BadNotation, Log, Move, ScoreSheet, WhyNot, parse_move

verbs = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
numbers = st.integers(-999_999_999, 999_999_999)


@given(verbs, st.lists(numbers, max_size=5).map(tuple))
def test_it_reads_back_every_move_it_writes(verb: str, args: tuple[int, ...]) -> None:
    move = Move(verb, args)

    assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move("pass"), "pass"),
        (Move("take-mast", (2,)), "take-mast:2"),
        (Move("buy", (6, 0)), "buy:6,0"),
        (Move("owe", (-3,)), "owe:-3"),
    ],
)
def test_it_writes_moves(move: Move, text: str) -> None:
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "Take", "take:", "take: 2", "take:2,", "take:02", "take:+2", "take:-0", "take:1.0",
        "take:٣", "take\n", "2", "take:9999999999", "täke", "take;2", "x" * 200,
        "take:" + "1," * 90 + "1",
    ],
)  # fmt: skip
def test_it_refuses_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation) as error:
        parse_move(text)

    assert error.value.code == "bad-notation"
    assert error.value.text == text


@given(st.text(max_size=30))
def test_it_never_crashes_on_text(text: str) -> None:
    try:
        move = parse_move(text)
    except BadNotation:
        return
    assert str(move) == text


def test_a_sheet_adds_its_lines() -> None:
    assert ScoreSheet(0, {"track": 10, "ships": 8, "loss": -3}).total == 15


def test_a_quiet_log_keeps_nothing_but_the_barrier() -> None:
    log = Log(on=False)

    log.add("launch", 1, ship=3)
    log.barrier()

    assert log.events == []
    assert log.stopped


def test_a_reason_prints_its_rule_and_numbers() -> None:
    assert str(WhyNot("R4.3", "too-dear", {"price": 4, "coins": 1})) == (
        "R4.3 too-dear price=4, coins=1"
    )
    assert str(WhyNot("", "game-over")) == "game-over"
