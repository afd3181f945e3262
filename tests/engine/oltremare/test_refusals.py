"""Every refusal has its rule and code; of several reasons the one with the lowest number."""

from __future__ import annotations

import pytest

from engine.core import Move, parse_move
from engine.oltremare.english import ENGLISH
from tests.engine.oltremare.build import COMPASS, GAME, legal, play, slip, table, why

CODES = (
    "over-limit", "not-in-hand", "not-active", "no-such-seat", "no-card", "load-out-of-reach",
    "too-many-cards", "too-many-ducats", "nothing-to-give", "offer-gone", "other-order",
    "three-slips", "three-calls", "no-more-calls", "nothing-ready", "not-asked", "quiet",
    "owing", "wished", "too-few-cards", "four-bought", "no-pirates", "deck-empty",
    "enough-laid", "out-of-reach", "compass-there", "same-port", "not-laid", "wrong-count",
    "wrong-length", "not-rising",
)  # fmt: skip


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("offer:1,0,1,46,1,8", "R5.1 no-such-seat"),  # oneself
        ("offer:8,0,1,46,1,8", "R5.1 no-such-seat"),  # nobody sits there
        ("offer:0,0,1,46,1,8", "R5.1 no-such-seat"),  # nobody at all
        ("offer:32,0,1,46,1,8", "R5.1 no-such-seat"),
        ("offer:2,3,0,0", "R5.2 no-card"),
        ("offer:1,3,0,0", "R5.1 no-such-seat"),
        ("offer:2,0,3,46,47,48,0", "R5.6 load-out-of-reach"),
        ("offer:2,0,3,1,2,3,0", "R5.6 load-out-of-reach"),  # before: not in hand
        ("offer:2,21,1,46,1,8", "R5.7 too-many-ducats"),
        ("offer:2,-21,1,46,1,8", "R5.7 too-many-ducats"),
        ("offer:2,0,4,46,47,48,49,1,8", "R5.7 too-many-cards"),
        ("offer:2,0,0,4,8,8,8,8", "R5.7 too-many-cards"),
        ("offer:2,0,1,5,1,8", "R5.8 not-in-hand"),
        ("offer:4,0,1,46,1,8", "R5.12 quiet"),
        ("offer:6,0,1,5,1,8", "R5.8 not-in-hand"),
        ("offer:2,0,2,47,46,1,8", " not-rising"),
        ("offer:2,0,-1,1,8", " wrong-length"),
        ("offer:2,0,1,46,1,8,9", " no-such-claim"),
        ("offer:2,0,1,46,1,8,1,1", " wrong-count"),
        ("offer:2,0,1,46,1,128", " no-such-want"),
        ("offer:2,0,1,99,1,8", " no-such-card"),
        ("offer:2,0,1,46,1,8,3", ""),
        ("offer:2,0,1,46,1,8,-1", ""),
        ("call", "R5.10 nothing-ready"),
        ("accept:7", "R5.8 offer-gone"),
        ("accept:2,46", "R5.10 not-asked"),
        ("accept:1,46", ""),
        ("accept:1,38", "R5.8 not-in-hand"),
        ("accept:1", "R5.8 nothing-to-give"),
        ("accept:1,46,46", "R5.8 not-in-hand"),
        ("close", "R5.14 too-few-cards"),
        ("buy:0", "R6.1 four-bought"),
        ("buy:1", "R6.1 four-bought"),
        ("buy:2", " no-such-pile"),
        ("lay:46", "R3.1 not-now"),
        ("end", "R3.1 not-now"),
        ("recall", "R3.1 not-now"),
        ("quiet", "R5.12 owing"),
        ("withdraw:1", "R5.8 offer-gone"),
        ("haggle", " unknown-verb"),
    ],
)
def test_it_says_why_not_in_the_trade(move: str, reason: str) -> None:
    s = table(hands={0: [46, 47, 48], 1: [38], 2: [39]}, cargo={0: [44]})
    s.bought = 4
    s.load = 4
    s.players[2].quiet = True
    slip(s, 1, "offer:1,0,1,38,1,16")
    slip(s, 1, "offer:4,0,1,38,1,16")
    assert why(s, 0, move) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("buy:0", "R5.1 not-active"),
        ("close", "R5.1 not-active"),
        ("call", "R5.1 not-active"),
        ("offer:1,0,1,38,1,8", "R5.1 not-active"),
        ("accept:1,38", "R5.10 not-asked"),
        ("withdraw:9", "R5.8 offer-gone"),
        ("quiet", ""),
    ],
)
def test_it_says_why_not_to_others(move: str, reason: str) -> None:
    s = table(hands={0: [46], 1: [38], 2: [39]})
    slip(s, 2, "offer:3,0,1,39,1,8")
    assert why(s, 1, move) == reason


@pytest.mark.parametrize(
    ("seat", "move", "reason"),
    [
        (1, "offer:4,0,1,38,1,16", "R5.1 not-active"),  # a counter is for the active seat alone
        (1, "offer:5,0,1,38,1,16", "R5.1 not-active"),
        (1, "offer:2,0,1,38,1,16", "R5.1 no-such-seat"),
        (1, "offer:1,0,0,0", "R5.2 no-card"),
        (1, "offer:1,0,1,39,1,16", "R5.8 not-in-hand"),
        (1, "accept:1,38", "R5.1 not-active"),  # a slip, which waits for its turn
        (1, "accept:2,38", ""),
        (1, "buy:0", "R3.1 not-now"),
        (2, "decline", "R5.10 not-asked"),
        (2, "accept:2,39", "R5.10 not-asked"),
        (2, "offer:1,0,1,39,1,16", "R5.10 not-asked"),
        (0, "accept:1,46", "R5.10 not-asked"),
        (0, "decline", "R5.10 not-asked"),
    ],
)
def test_it_says_why_not_in_a_reply(seat: int, move: str, reason: str) -> None:
    s = table(hands={0: [46], 1: [38], 2: [39]})
    slip(s, 2, "offer:3,0,1,39,1,24")
    play(s, "offer:2,0,1,46,1,8 / call")
    assert why(s, seat, move) == reason


def test_three_calls_go_out_together() -> None:
    """R5.10."""
    s = table(hands={0: [46], 1: [38]})
    play(s, "offer:2,0,1,46,1,8 / offer:2,0,1,46,1,4 / offer:2,0,1,46,1,2")
    assert why(s, 0, "offer:2,0,1,46,1,1") == "R5.10 three-calls"
    assert not [move for move in legal(s, 0) if move.startswith("offer")]


def test_it_says_why_not_in_the_other_steps() -> None:
    """R4.1, R6.4, R7.1, R8.1, R9.1."""
    s = table(hands={0: [3, 6, 9, 33, 39, 46, 51]}, cargo={0: [8]})  # limit 5
    assert why(s, 0, "close") == "R4.1 over-limit"
    assert why(s, 0, "discard:1") == "R4.1 not-in-hand"
    assert why(s, 1, "discard:3") == "R3.1 not-your-decision"
    play(s, "discard:46 / discard:51 / buy:1")
    s.players[0].pirates.clear()
    s.box = [46, 51] if 51 not in s.players[0].hand else [46]
    assert why(s, 0, "buy:1") == "R6.4 no-pirates"
    play(s, "close")
    assert why(s, 0, "lay:46") == "R7.1 not-in-hand"
    assert why(s, 1, "lay:3") == "R3.1 not-your-decision"
    play(s, "lay:3 / lay:6")
    assert GAME.prompt(s) == "sail"
    assert why(s, 0, "lay:9") == "R7.1 enough-laid"
    assert why(s, 0, "sail:17") == "R8.1 out-of-reach"
    assert why(s, 0, "sail:30") == " no-such-port"
    play(s, "sail:2")
    assert why(s, 0, "stow:9") == "R9.1 not-laid"
    play(s, "stow:3")
    assert why(s, 0, "stow:6") == "R3.1 not-now"
    assert why(s, 1, "wish:3") == "R3.1 not-your-decision"
    assert why(s, 1, "end") == "R3.1 not-your-decision"


def test_every_code_has_a_sentence() -> None:
    assert [code for code in CODES if f"why.{code}" not in ENGLISH] == []
    keys = {field.key for form in GAME.forms.values() for field in form.fields}
    assert [key for key in keys - {"pay"} if f"why.no-such-{key}" not in ENGLISH] == []


def test_offers_are_shown_to_others_by_their_goods() -> None:
    """R5.3: in the record of a running match."""
    s = table(hands={0: [46, 61], 1: [38]})
    slip(s, 1, "offer:1,0,1,38,1,16")
    accept = parse_move("accept:1,46")
    assert GAME.readers(s, 0, accept) == (1,)
    assert GAME.outline(s, 0, accept) == Move("accept", (1, 4))
    play(s, "offer:2,0,1,46,1,8 / call")
    counter = parse_move("offer:1,2,1,38,1,16,0")
    assert GAME.readers(s, 1, counter) == ()
    assert GAME.outline(s, 1, counter) == parse_move("offer:1,2,1,3,1,16,0")
    play(s, "0 recall / close / lay:61")
    while GAME.prompt(s) != "desk":
        play(s, legal(s, 0)[0])
    move = parse_move("offer:6,-2,1,46,0")
    assert GAME.readers(s, 0, move) == ()
    assert GAME.outline(s, 0, move) == parse_move("offer:6,-2,1,4,0")
    assert GAME.outline(s, 0, parse_move("end")) is None


def test_a_discard_is_for_nobody_else_to_read() -> None:
    """R4.1, R14.1."""
    s = table(hands={0: [1, 2, 3, 4]}, cargo={0: [44]})
    assert GAME.readers(s, 0, parse_move("discard:1")) == ()
    assert GAME.outline(s, 0, parse_move("discard:1")) is None


def test_others_are_told_whose_decision_it_is() -> None:
    """R3.1."""
    s = table(hands={0: [6, 9], 1: [38]}, cargo={0: [8]})
    s.board[2] = COMPASS
    play(s, "close / lay:6 / lay:9")
    assert why(s, 1, "sail:2") == "R3.1 not-your-decision"
    play(s, "sail:2")
    assert why(s, 1, "jump:5") == "R3.1 not-your-decision"
    assert why(s, 1, "stay") == "R3.1 not-your-decision"
    play(s, "stay")
    assert why(s, 1, "stow:6") == "R3.1 not-your-decision"
