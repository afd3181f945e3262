"""A step that is the sum of its actions."""

from __future__ import annotations

import pytest

from engine.core import Action, Field, Form, Frame, Log, Menu, Move, Seat, State, WhyNot

FRAME = Frame("menu", [0], 1)
STATE = State(2, {}, "00" * 8)
BID = Form("bid", (Field("coins", 0, 9),), composed=True)


class Bid(Action[State]):
    verbs = ("bid",)
    forms = (BID,)

    def moves(self, s: State, f: Frame, seat: Seat) -> list[Move]:
        return [Move("bid", (1,))]

    def compose(self, s: State, f: Frame, seat: Seat) -> list[Form]:
        return [BID]

    def play(self, s: State, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        log.add("bid", seat, coins=move.args[0])

    def why_not(self, s: State, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R1", "too-dear")

    def readers(self, s: State, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        return (1,)

    def outline(self, s: State, f: Frame, seat: Seat, move: Move) -> Move:
        return Move("bid", (0,))


class Idle(Action[State]):
    verbs = ("wait",)


class Market(Menu[State]):
    key = "menu"

    def __init__(self) -> None:
        super().__init__(Bid(), Idle())


menu = Market()


def test_it_offers_what_its_actions_offer() -> None:
    assert menu.verbs == ("bid", "wait")
    assert menu.forms == (BID,)
    assert menu.moves(STATE, FRAME, 0) == [Move("bid", (1,))]
    assert menu.compose(STATE, FRAME, 0) == [BID]


def test_each_verb_belongs_to_its_action() -> None:
    log, bid = Log(), Move("bid", (2,))
    menu.play(STATE, FRAME, 0, bid, log)

    assert [event.kind for event in log.events] == ["bid"]
    assert menu.why_not(STATE, FRAME, 0, bid) == WhyNot("R1", "too-dear")
    assert menu.readers(STATE, FRAME, 0, bid) == (1,)
    assert menu.outline(STATE, FRAME, 0, bid) == Move("bid", (0,))


def test_an_action_needs_to_say_nothing_but_what_it_does() -> None:
    wait = Move("wait")

    assert menu.why_not(STATE, FRAME, 0, wait) is None
    assert menu.readers(STATE, FRAME, 0, wait) is None
    assert menu.outline(STATE, FRAME, 0, wait) is None
    with pytest.raises(NotImplementedError, match="Idle"):
        menu.play(STATE, FRAME, 0, wait, Log())


def test_of_other_verbs_it_knows_nothing() -> None:
    assert menu.why_not(STATE, FRAME, 0, Move("sing")) is None


def test_two_actions_cannot_share_a_verb() -> None:
    with pytest.raises(AssertionError, match="two actions share a verb"):
        Menu(Bid(), Bid())
