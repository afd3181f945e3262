"""What holds in every match, and what the platform may do with each move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import Event, parse_move
from engine.oltremare.state import OltreMareState
from engine.testing.strategies import starts
from engine.testing.walks import walk
from tests.engine.conftest import SOAK
from tests.engine.oltremare.build import GAME, play, slip, table

few = settings(max_examples=15 * SOAK)


class Ledger:
    """What everybody can count by reading the log alone."""

    def __init__(self, seats: int) -> None:
        self.ducats = [11] * seats
        self.cards = [4] * seats
        self.pirates = [0] * seats
        self.prestige = [0] * seats
        self.active = 0

    def note(self, event: Event) -> None:
        seat = event.seat
        d: dict[str, Any] = dict(event.data)
        if event.kind == "turn":
            self.active = seat
        elif event.kind == "local":
            self.ducats[seat] += d["ducats"]
        elif event.kind == "limit":
            self.cards[seat] -= d["n"]
            self.pirates[seat] += d["n"]
        elif event.kind == "buy":
            self.ducats[seat] -= d["price"]
            self.cards[seat] += 1
            self.pirates[seat] -= d["from"]
        elif event.kind == "deal":
            by = d["by"]
            self.ducats[by] -= d["ducats"]
            self.ducats[seat] += d["ducats"]
            self.cards[by] += len(d["got"]) - len(d["gave"])
            self.cards[seat] += len(d["gave"]) - len(d["got"])
            self.prestige[seat if by == self.active else by] += d["prestige"]
        elif event.kind == "lay":
            self.cards[seat] -= len(d["cards"])
        elif event.kind == "ducats":
            self.ducats[seat] += d["n"]
        elif event.kind == "pirates":
            self.pirates[seat] += d["n"]
        elif event.kind == "draw":
            self.cards[seat] += d["n"]
        elif event.kind == "settle":
            self.pirates[seat] = 0
        elif event.kind == "venice":
            for who, (prize, sold) in enumerate(zip(d["prestige"], d["cargo"], strict=True)):
                self.ducats[who] += prize + sold
                self.prestige[who] = 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@few
@given(data=st.data())
def test_the_log_tells_every_ducat_and_the_number_of_cards(seats: int, data: st.DataObject) -> None:
    """R14.2: what is open can be followed in the log."""
    begin = data.draw(starts(GAME, seats))
    s, events = GAME.setup(seats, begin.options, begin.seed)
    ledger = Ledger(seats)
    for event in events:
        ledger.note(event)
    for _, _, applied in walk(GAME, s, begin.picker()):
        GAME.check(s)
        for event in applied.events:
            ledger.note(event)
        assert ledger.ducats == [p.ducats for p in s.players]
        assert ledger.prestige == [p.prestige for p in s.players]
        if GAME.prompt(s) in ("trade", "reply", "sail", "stow", "desk"):
            assert ledger.cards == [len(p.hand) for p in s.players]
            assert ledger.pirates == [len(p.pirates) for p in s.players]
    assert len({tuple(sheet.tiebreaks) for sheet in GAME.score(s)}) == seats
    assert sorted(GAME.ranking(s))[:2] == [1, 2]  # R12.7: one winner


def start() -> OltreMareState:
    s = table(hands={0: [46, 47], 1: [38, 39], 2: [50]}, deck=[10, 11, 0, 12], cargo={0: [8]})
    slip(s, 1, "offer:1,0,1,38,1,16")
    return s


def outcome(s: OltreMareState, line: str) -> str:
    seat, text = line.split()
    return GAME.apply(s, int(seat), parse_move(text)).outcome


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ("", "0 buy:0", "barrier"),
        ("", "0 accept:1,46", "barrier"),
        ("", "0 offer:2,0,1,46,1,8", "continues"),
        ("0 offer:2,0,1,46,1,8", "0 call", "barrier"),
        ("0 offer:2,0,1,46,1,8 / 0 call", "0 recall", "barrier"),
        ("0 offer:6,0,1,46,1,8 / 0 call", "1 decline", "hands_over"),
        ("0 offer:6,0,1,46,1,8 / 0 call", "1 offer:1,0,1,38,1,16", "hands_over"),
        ("0 offer:6,0,1,46,1,8 / 0 call", "1 accept:2,38", "barrier"),
        ("", "1 withdraw:1", "barrier"),
        ("", "1 quiet", "barrier"),
        ("", "0 close", "continues"),
        ("0 close", "0 lay:46", "continues"),
        ("0 close / 0 lay:46", "0 lay:47", "barrier"),  # pirates and cards
        ("0 close / 0 lay:46 / 0 lay:47", "0 sail:1", "continues"),
        ("0 close / 0 lay:46 / 0 lay:47 / 0 sail:1", "0 stow:46", "continues"),
        ("0 close / 0 lay:46 / 0 lay:47 / 0 sail:1 / 0 stow:46", "0 wish:3", "continues"),
        ("0 close / 0 lay:46 / 0 lay:47 / 0 sail:1 / 0 stow:46", "0 quiet", "continues"),
        # Whether Venice lies on top is seen by all (R10.2).
        ("0 close / 0 lay:46 / 0 lay:47 / 0 sail:1 / 0 stow:46", "0 end", "barrier"),
    ],
)
def test_what_can_be_taken_back(before: str, move: str, expected: str) -> None:
    """R3.1: a turn is one sitting until something is turned up."""
    s = start()
    if before:
        play(s, before)
    assert outcome(s, move) == expected


def test_a_turn_without_venice_in_the_deck_ends_by_handing_over() -> None:
    s = table(hands={0: [5], 1: [38]})  # ducat and ship
    play(s, "close")
    assert outcome(s, "0 lay:5") == "continues"
    play(s, "sail:1")
    assert outcome(s, "0 end") == "hands_over"


def test_a_discard_can_be_taken_back() -> None:
    """R4.1."""
    s = table(hands={0: [1, 2, 3, 4]}, cargo={0: [44]})
    assert outcome(s, "0 discard:2") == "continues"
