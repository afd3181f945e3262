"""Vectors of the deal and the sea."""

from __future__ import annotations

import pytest

from engine.oltremare.chart import WAYS
from engine.oltremare.setup import deck_size
from engine.oltremare.tables import PORT_NAMES
from tests.engine.oltremare.build import (
    CALM,
    COMPASS,
    DEAL,
    GAME,
    legal,
    play,
    port,
    table,
    why,
)


@pytest.mark.parametrize(
    ("start", "ships", "ends"),
    [
        ("Venezia", 1, "Pola Ancona"),
        ("Venezia", 2, "Pola Zara Otranto Ancona"),
        ("Venezia", 3, "Venezia Zara Ragusa Corfu Siracusa Otranto"),
        ("Candia", 2, "Corfu Salonicco Smirne Satalia Famagosta Damiata Tripoli Siracusa"),
        ("Tana", 2, "Costantinopoli Sinope"),
        (
            "Rodi",
            2,
            "Modone Negroponte Salonicco Costantinopoli Satalia Famagosta Laiazzo Acri Alessandria",
        ),
    ],
)
def test_v16_ends(start: str, ships: int, ends: str) -> None:
    """R8.1."""
    ways = WAYS[port(start)][ships]
    assert {PORT_NAMES[end] for end in ways} == set(ends.split())
    assert all(len(way) == ships and way[-1] == end for end, way in ways.items())


def test_v31_compass() -> None:
    """R8.6."""
    for choice in ("jump:17", "stay"):
        s = table(hands={0: [6]}, cargo={0: [2]}, port=port("Costantinopoli"), marker=CALM)
        s.board[port("Smirne")] = COMPASS
        s.board[port("Rodi")] = DEAL
        s.board[port("Tana")] = COMPASS
        play(s, f"close / lay:6 / sail:{port('Smirne')}")
        assert GAME.prompt(s) == "compass"
        assert s.board[port("Smirne")] == -1
        assert why(s, 0, f"jump:{port('Tana')}") == "R8.6 compass-there"
        assert why(s, 0, f"jump:{port('Smirne')}") == "R8.6 same-port"

        play(s, choice)

        p = s.players[0]
        if choice == "stay":
            assert (p.port, p.active, p.markers) == (port("Smirne"), -1, 1)
        else:
            assert (p.port, p.active, p.markers) == (port("Rodi"), DEAL, 2)
            assert s.board[port("Rodi")] == -1
        assert GAME.prompt(s) == "desk"


def test_v32_round_trip() -> None:
    """R8.1, R8.4."""
    s = table(hands={0: [3, 6, 9]}, cargo={0: [1]}, port=0, marker=CALM)  # CS, PS, CS
    play(s, "close / lay:3 / lay:6 / lay:9")
    assert "sail:0" in legal(s, 0)
    play(s, "sail:0")
    assert s.players[0].ducats == 11 + 3
    assert s.players[0].active == -1


@pytest.mark.parametrize(
    ("length", "sizes", "under"),
    [
        (4, (68, 83, 78, 73), (34, 41, 39, 36)),
        (2, (34, 42, 39, 37), (17, 21, 19, 18)),
        (1, (17, 21, 20, 19), (8, 10, 10, 9)),
    ],
)
def test_v35_decks(length: int, sizes: tuple[int, ...], under: tuple[int, ...]) -> None:
    """R2.5, R2.6, R13.1."""
    for seats, size, middle in zip((2, 3, 4, 5), sizes, under, strict=True):
        found = set()
        for seed in range(60):
            s, _ = GAME.setup(seats, {"length": length}, f"{seed:032x}")
            assert len(s.deck) == size + 1
            assert deck_size(s) == size
            found.add(s.deck[::-1].index(0))
        assert found == set(range(middle - 3, middle + 4))


@pytest.mark.parametrize(
    ("seats", "start", "hands", "top", "above", "markers"),
    [
        (
            2,
            [9, 74],
            [[27, 47, 49, 77], [3, 14, 58, 62]],
            [5, 37, 40, 56, 24],
            37,
            [3, 2, 0, 2, -1, 2, 0, 1, 2, 4],
        ),
        (
            4,
            [9, 82, 89, 53],
            [[2, 27, 35, 41], [31, 57, 62, 81], [20, 39, 66, 77], [6, 19, 46, 67]],
            [86, 65, 64, 83, 37],
            42,
            [3, 2, 0, 2, 2, 2, 0, 1, 2, -1],
        ),
    ],
)
def test_v50_the_deal(
    seats: int,
    start: list[int],
    hands: list[list[int]],
    top: list[int],
    above: int,
    markers: list[int],
) -> None:
    """R2.2, R2.4."""
    s, _ = GAME.setup(seats, {}, "0" * 31 + "1")
    deck = s.deck[::-1]
    assert [p.cargo for p in s.players] == [[card] for card in start]
    assert [p.hand for p in s.players] == hands
    assert deck[:5] == top
    assert deck.index(0) == above
    assert s.board[:10] == markers
