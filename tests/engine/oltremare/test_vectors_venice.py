"""Vectors of Venice, the last round and the score."""

from __future__ import annotations

import pytest

from engine.core import Log
from engine.oltremare.scoring import cargo_value, prizes, runs, sheets
from engine.oltremare.state import OltreMareState
from engine.oltremare.venice import visit
from tests.engine.oltremare.build import GAME, of_kind, play, rest_of_turn, table


def test_v3_prestige() -> None:
    """R10.3, R12.2."""
    s = table(4, prestige={0: 3, 1: 2, 2: 2, 3: 0})
    visit(s, Log())
    assert [p.ducats - 11 for p in s.players] == [6, 3, 3, 1]
    assert [p.prestige for p in s.players] == [0, 0, 0, 0]


def test_v4_venice_cargo() -> None:
    """R10.4."""
    s = table(cargo={0: [79, 80, 81, 82, 83, 1, 2, 61, 62]}, prestige={1: 1})
    before = s.players[0].ducats
    visit(s, Log())
    assert s.players[0].ducats - before - 3 == 17  # 3 for prestige
    assert s.players[0].cargo == [61, 62]
    assert s.discard == [79, 80, 81, 82, 83, 1, 2]


def test_v5_final() -> None:
    """R12.1: Gérard, Anna, Alexandre."""
    s = table(
        cargo={
            0: [61, 62, 63, 9, 10, 11, 31, 32],
            1: [1, 2, 19, 3, 4],
            2: [45, 46, 79, 80, 81, 82, 83, 33, 34, 35],
        },
        pirates={1: [84, 85, 86], 2: [87]},
        ducats={0: 18, 1: 20, 2: 21},
        prestige={0: 2, 1: 3, 2: 1},
    )
    for p, kept in zip(s.players, (4, 4, 2), strict=True):
        p.markers = kept

    found = sheets(s)

    assert [[*sheet.lines.values()] for sheet in found] == [
        [18, 3, 15, 0, 6],
        [20, 6, 11, -3, 6],
        [21, 1, 21, -1, 3],
    ]
    assert [sheet.total for sheet in found] == [42, 40, 45]
    assert list(found[0].lines) == ["purse", "prestige", "cargo", "pirates", "markers"]


def test_v11_longer_runs() -> None:
    """R12.3."""
    assert cargo_value(range(79, 86)) == 12
    assert cargo_value([1, 2, 3]) == 5


def test_v12_runs_apart() -> None:
    """R12.3: A A B A."""
    assert cargo_value([31, 32, 45, 33]) == 3 + 1 + 1
    assert [tuple(run) for run in runs([31, 32, 45, 33])] == [(3, 2), (4, 1), (3, 1)]


@pytest.mark.parametrize(
    ("held", "paid"),
    [
        ([5, 5, 2, 1], [6, 6, 3, 1]),
        ([4, 3, 2, 1, 0], [6, 3, 1, 0, 0]),
        ([0, 0], [6, 6]),
        ([2, 0, 0], [6, 3, 3]),
    ],
)
def test_v14_dense_rank(held: list[int], paid: list[int]) -> None:
    """R12.2, R12.5."""
    assert prizes(held) == paid


def test_v15_tie_break() -> None:
    """R12.7."""
    nine, eleven = [61, 31, 62, 32, 63, 33, 64, 34, 65], [
        79, 45, 80, 46, 81, 47, 82, 48, 83, 49, 84,
    ]  # fmt: skip
    s = table(2, cargo={0: nine, 1: eleven}, ducats={0: 13, 1: 11})
    assert [sheet.total for sheet in sheets(s)] == [34, 34]
    assert GAME.ranking(s) == [2, 1]
    s = table(2, cargo={0: nine, 1: eleven[:9]})
    assert [sheet.total for sheet in sheets(s)] == [32, 32]
    assert GAME.ranking(s) == [1, 2]


def venice_in_a_purchase(**options: int) -> OltreMareState:
    s = table(
        cargo={0: [79, 80, 81, 31, 32], 1: [61, 62, 1], 2: [45]},
        prestige={0: 0, 1: 2, 2: 1},
        ducats={0: 4, 1: 5, 2: 6},
        deck=[0, 50],
        **options,
    )
    play(s, "buy:0")
    return s


def test_v19_venice_in_a_purchase() -> None:
    """R10.1."""
    s = venice_in_a_purchase()
    assert [p.ducats for p in s.players] == [6, 13, 9]
    assert [p.cargo for p in s.players] == [[31, 32], [1], [45]]
    assert s.discard == [79, 80, 81, 61, 62]
    assert [p.prestige for p in s.players] == [0, 0, 0]
    assert s.players[0].hand == [50]
    assert s.bought == 1
    assert not s.venice
    play(s, "buy:0")
    assert s.players[0].ducats == 3


def test_v42_venice_0() -> None:
    """R13.3."""
    s = venice_in_a_purchase(venice=0)
    assert [p.ducats for p in s.players] == [2, 11, 9]
    assert [p.cargo for p in s.players] == [[79, 80, 81, 31, 32], [61, 62, 1], [45]]
    assert s.discard == []


def test_v20_venice_among_pirates() -> None:
    """R10.5."""
    s = table(hands={0: [2, 32]}, cargo={0: [8]}, deck=[3, 0, 4, 5])
    play(s, "close / lay:32 / lay:2")
    assert s.players[0].ducats == 11 + 3 + 6
    assert s.players[0].pirates == [3, 4, 5]
    assert s.discard == []
    play(s, "stow:32")
    assert s.players[0].cargo == [8, 32, 2]


def test_v21_venice_at_the_end_of_a_turn() -> None:
    """R10.2."""
    s = table(hands={0: [46, 47, 61]}, cargo={0: [49]}, deck=[3, 4, 5, 6, 0, 7])
    play(s, "close / lay:46 / lay:47 / lay:61 / sail:1 / stow:46 / stow:47")
    assert s.venice
    assert s.players[0].ducats == 14

    events = play(s, "end")

    (told,) = of_kind(events, "venice")
    assert told.data == {"prestige": [6, 6, 6], "cargo": [6, 0, 0], "kept": [1, 1, 1]}
    assert s.players[0].ducats == 14 + 6 + 6
    assert s.players[0].cargo == [61]
    assert s.discard == [49, 46, 47]
    assert s.turn == 1


@pytest.mark.parametrize(("active", "more"), [(0, 2), (1, 1), (2, 0)])
def test_v23_last_round(active: int, more: int) -> None:
    """R11.1, R11.2."""
    s = table(
        active=active,
        hands={0: [1, 2], 1: [3, 4], 2: [5, 6]},
        deck=[9],
        rest=False,
        discard=range(61, 79),
        cargo={0: [79], 1: [80], 2: [83]},
    )
    events = play(s, "buy:0")
    assert of_kind(events, "last-round")
    turns = 0
    while s.stack:
        rest_of_turn(s)
        turns += 1
    assert turns == 1 + more


def exhausted(active: int, other: int) -> OltreMareState:
    s = table(
        active=active,
        hands={active: [4, 6]},
        cargo={other: [61, 62, 63], active: [8]},
        pirates={other: [7]},
        deck=[5],
        rest=False,
        discard=[79, 80],
        last=True,
    )
    play(s, "close / lay:4 / lay:6")
    return s


def test_v24_refill() -> None:
    """R11.3, R11.4."""
    s = exhausted(1, 0)
    assert s.players[1].pirates[0] == 5
    assert sorted(s.players[1].pirates) == [5, 79, 80]
    seat = s.players[0]
    assert (seat.settled, seat.sold, seat.sunk, seat.stowed) == (True, 4, 1, 3)
    assert (seat.cargo, seat.pirates) == ([], [])
    assert len(s.players[1].hand) == 1
    assert sorted([*s.deck, *s.players[1].hand]) == [7, 61, 62, 63]
    assert sheets(s)[0].lines["cargo"] == 4
    assert sheets(s)[0].lines["pirates"] == -1
    assert sheets(s)[0].tiebreaks[0] == 3


def test_v25_no_refill() -> None:
    """R11.5."""
    s = exhausted(0, 1)
    assert sorted(s.players[0].pirates) == [5, 79, 80]
    assert s.players[0].hand == []
    assert s.deck == []


def test_v49_two_settlements() -> None:
    """R11.4."""
    s = table(
        active=2,
        hands={2: [4, 16]},
        cargo={0: [61, 62], 1: [63, 45], 2: [8]},
        pirates={1: [7]},
        deck=[5],
        rest=False,
        last=True,
    )
    play(s, "close / lay:4 / lay:16")
    assert sorted(s.players[2].pirates) == [5, 61, 62]
    assert s.players[2].hand == [7, 45, 63]
    assert s.deck == []
    noted = [(p.settled, p.sold, p.sunk, p.stowed) for p in s.players]
    assert noted == [(True, 2, 0, 2), (True, 2, 1, 2), (False, 0, 0, 0)]
