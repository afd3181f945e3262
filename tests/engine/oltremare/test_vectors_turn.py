"""Vectors of a turn: limit, buying, actions, cargo."""

from __future__ import annotations

import pytest

from engine.oltremare.state import OltreMareState
from engine.oltremare.steps.trade import price
from engine.oltremare.tables import STEPS
from tests.engine.oltremare.build import (
    CALM,
    DEAL,
    FAVOUR,
    FIGHT,
    GAME,
    LOCAL,
    legal,
    of_kind,
    play,
    rest_of_turn,
    table,
    why,
)


def alexandre() -> OltreMareState:
    s = table(hands={0: [80], 1: [31, 37]}, cargo={0: [44]}, deck=[38, 21], ducats={0: 2})
    play(s, "buy:0 / buy:0 / offer:2,1,1,80,2,8,8 / call / 1 accept:1,31,37")
    return s


def test_v1_buy_and_trade() -> None:
    """R5.1, R6.1, R6.2."""
    s = table(hands={0: [80], 1: [31, 37]}, cargo={0: [44]}, deck=[38, 21], ducats={0: 2})

    play(s, "buy:0")
    assert (s.players[0].ducats, s.players[0].hand) == (-1, [38, 80])
    play(s, "buy:0")
    assert (s.players[0].ducats, s.players[0].hand) == (-5, [21, 38, 80])
    play(s, "offer:2,1,1,80,2,8,8 / call / 1 accept:1,31,37")

    assert s.players[0].ducats == -6
    assert s.players[0].hand == [21, 31, 37, 38]
    assert s.players[1].ducats == 12
    assert [p.prestige for p in s.players] == [0, 1, 0]


def test_v2_actions() -> None:
    """R7.1, R7.3."""
    s = alexandre()

    events = play(s, "close / lay:31 / lay:37 / lay:38 / lay:21")

    (laid,) = of_kind(events, "lay")
    assert laid.data == {"cards": [31, 37, 38, 21], "D": 3, "P": 1, "C": 3, "S": 1}
    p = s.players[0]
    assert (p.ducats, len(p.pirates), len(p.hand)) == (0, 1, 6)
    assert GAME.prompt(s) == "sail"
    assert s.stack[-1].data == [1]
    assert price(s, 0) == 4


def test_v6_calm() -> None:
    """R7.7: two ship signs, no ducat sign."""
    s = table(hands={0: [3, 6]}, cargo={0: [8]}, marker=CALM)  # CS, PS
    play(s, "close / lay:3 / lay:6")
    assert s.players[0].ducats == 13


@pytest.mark.parametrize(
    ("cargo", "hand", "earned"),
    [
        (8, [2, 32], 6),  # DP, DP
        (2, [4], 1),  # PC
        (1, [2, 32, 43], 6),  # three
        (7, [2, 32, 43, 44], 6),  # four, five with the marker
    ],
)
def test_v7_deal(cargo: int, hand: list[int], earned: int) -> None:
    """R7.4."""
    s = table(hands={0: hand[:-1]}, deck=hand[-1:], cargo={0: [cargo]}, marker=DEAL)
    play(s, "buy:0 / close / " + " / ".join(f"lay:{card}" for card in hand))
    assert s.players[0].ducats == 11 - 3 + earned


@pytest.mark.parametrize(("card", "ducats"), [(2, 3), (4, 2), (1, 1), (3, 0)])
def test_v8_local(card: int, ducats: int) -> None:
    """R3.3: limits 6, 5, 4, 3."""
    s = table(cargo={0: [card]}, marker=LOCAL)
    assert s.players[0].ducats == 11 + ducats


def test_v9_favour() -> None:
    """R6.3."""
    s = table(marker=FAVOUR, cargo={0: [44]})
    play(s, "buy:0 / buy:0 / buy:0 / buy:0")
    assert s.players[0].ducats == 11 - 1 - 2 - 3 - 4


@pytest.mark.parametrize(("signs", "worth"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 6)])
def test_v10_tables(signs: int, worth: int) -> None:
    """R7.4, R7.5, R7.6: pirate cards, by cards with a pirate and a ship sign; ships n."""
    assert STEPS[signs] == worth
    laid = [12, 18, 24, 36][:signs] + [33, 39, 51, 57][: 4 - signs]  # PS, CS
    s = table(hands={0: laid[:3]}, deck=laid[3:], cargo={0: [44]})
    play(s, "buy:0 / close / " + " / ".join(f"lay:{card}" for card in laid))
    assert len(s.players[0].pirates) == worth
    assert len(s.players[0].hand) == STEPS[4 - signs]
    assert s.stack[-1].data == [4]


def test_v13_limit() -> None:
    """R4.1, R4.3, R6.4."""
    s = table(hands={0: [1, 9, 19, 32, 45, 61, 79]}, cargo={0: [31]}, marker=FIGHT)
    assert GAME.prompt(s) == "limit"

    play(s, "discard:79 / discard:61 / discard:45")

    assert s.players[0].pirates == [79, 61, 45]
    assert s.players[0].hand == [1, 9, 19, 32]
    assert GAME.prompt(s) == "trade"
    play(s, "buy:1")
    assert s.players[0].hand == [1, 9, 19, 32, 45]
    assert s.players[0].ducats == 8


@pytest.mark.parametrize(("purse", "after"), [(3, [0, -4]), (1, [-2, -6])])
def test_v17_price_at_the_edge(purse: int, after: list[int]) -> None:
    """R6.2."""
    s = table(ducats={0: purse}, cargo={0: [44]})
    for ducats in after:
        play(s, "buy:0")
        assert s.players[0].ducats == ducats


def test_v18_favour_in_debt() -> None:
    """R6.3, R6.1."""
    s = table(ducats={0: 0}, cargo={0: [44]}, marker=FAVOUR)
    for ducats in (-1, -3, -6, -10):
        play(s, "buy:0")
        assert s.players[0].ducats == ducats
    assert why(s, 0, "buy:0") == "R6.1 four-bought"


def test_v22_order_of_stowing() -> None:
    """R9.1, R9.2."""
    for order, cargo, top in (((38, 37, 31, 21), 11, 21), ((21, 38, 37, 31), 8, 31)):
        s = alexandre()
        play(s, "close / lay:31 / lay:37 / lay:38 / lay:21 / sail:1")
        events = play(s, " / ".join(f"stow:{card}" for card in order[:3]))

        assert of_kind(events, "stow")[0].data == {"cards": [*order]}
        assert s.players[0].cargo == [44, *order]
        assert GAME.score(s)[0].lines["cargo"] == cargo
        assert GAME.prompt(s) == "desk"
        for _ in range(3):
            rest_of_turn(s)
        assert s.turn == 0
        assert (s.limit, s.load) == {21: (6, 1), 31: (4, 3)}[top]


def test_v33_no_ship_sign() -> None:
    """R8.2, R7.5."""
    s = table(hands={0: [2, 32, 38]}, cargo={0: [1]}, marker=FIGHT)  # DP each

    play(s, "close / lay:2 / lay:32 / lay:38")

    assert GAME.prompt(s) == "stow"
    assert s.players[0].pirates == []
    assert s.players[0].active == FIGHT


def test_v34_local_then_limit() -> None:
    """R3.3 before R4.1."""
    s = table(
        hands={0: [1, 2, 3, 5, 6, 7, 8]}, cargo={0: [4]}, ducats={0: -1}, marker=LOCAL
    )  # limit 5
    assert s.players[0].ducats == 1
    play(s, "discard:1 / discard:2 / buy:0")
    assert s.players[0].ducats == -2


def test_v36_load_falls() -> None:
    """R7.2: nothing left to buy."""
    s = table(hands={0: [5]}, cargo={0: [1]}, rest=False, last=True)
    assert s.load == 3
    assert "close" in legal(s, 0)
    play(s, "close / lay:5")
    assert GAME.prompt(s) == "sail"
    assert s.laid == [5]


def test_v43_load_0() -> None:
    """R7.2: nothing is laid, and `deal` still pays."""
    s = table(cargo={0: [1]}, rest=False, last=True, marker=DEAL)
    assert legal(s, 0) == ["close"]
    play(s, "close")
    assert s.players[0].ducats == 12
    assert GAME.prompt(s) == "desk"
