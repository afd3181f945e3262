"""Answers to calls (R5.10): open, in parallel, each taking effect as it arrives."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Action, Form, Frame, Log, Move, Seat, WhyNot
from engine.core.step import Cited
from engine.oltremare.offers import OFFER, make, not_active, outline, refused
from engine.oltremare.state import CALLED, COUNTER, OltreMareState
from engine.oltremare.steps.accept import Accept
from engine.oltremare.steps.aside import Phase, aside
from engine.oltremare.tables import DECLINE, RECALL


def owing(s: OltreMareState, seats: Iterable[Seat]) -> list[Seat]:
    """Which of these must answer a call: those that hold a card, or can accept without one."""
    return [
        seat
        for seat in seats
        if any(
            offer.kind == CALLED
            and offer.seats >> seat & 1
            and (s.players[seat].hand or not offer.wants)
            for offer in s.offers
        )
    ]


class Answer(Accept):
    """Of a call; ends the answer when no call to this seat is left."""

    kinds = (CALLED,)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        super().play(s, f, seat, move, log)
        f.seats = owing(s, f.seats)


class Decline(Action[OltreMareState]):
    verbs = ("decline",)
    forms = (Form("decline"),)

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        return [DECLINE]

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        f.seats.remove(seat)
        log.add("decline", seat)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R5.10", "not-asked")


class Counter(Action[OltreMareState]):
    """`offer:…`: an answer that is a slip to the active seat, for this turn."""

    verbs = ("offer",)
    forms = (OFFER,)

    def compose(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Form]:
        if seat not in f.seats:
            return []
        return [OFFER.narrowed(seat=[s.turn], card=s.players[seat].hand)]

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        hand = s.players[seat].hand
        return [Move("offer", (1 << s.turn, -2, 1, hand[0], 0))] if hand else []

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        make(s, seat, COUNTER, move, log)
        f.seats.remove(seat)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return refused(s, f.seats, seat, COUNTER, move)

    def readers(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        return ()

    def outline(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> Move:
        return outline(move)


class Recall(Action[OltreMareState]):
    """`recall`: the active seat waits no longer (R5.11)."""

    verbs = ("recall",)
    forms = (Form("recall"),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        f.seats = []
        for offer in s.offers:
            if offer.kind == CALLED:
                log.add("withdraw", seat, id=offer.id)
        log.barrier()

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return not_active(s)


class Reply(Phase):
    key = "reply"
    owed = Cited("R3.1", "not-now")

    def __init__(self) -> None:
        super().__init__(Answer(), Decline(), Counter(), Recall())

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        if seat == s.turn:
            return [RECALL]
        return self.due(s, f, seat) if seat in f.seats else aside(s, seat)

    def advance(self, s: OltreMareState, f: Frame, log: Log) -> None:
        """All have answered: calls that nobody accepted are gone."""
        s.stack.pop()
        s.offers = [offer for offer in s.offers if offer.kind != CALLED]

    def lapse(self, s: OltreMareState, f: Frame, seat: Seat) -> Move | None:
        return DECLINE
