"""What the others may do in anybody's turn (R5.12), and the steps it can be done in."""

from __future__ import annotations

from typing import Final

from engine.core import Action, Field, Form, Frame, Log, Menu, Move, Seat, WhyNot
from engine.oltremare.state import COUNTER, READY, SLIP, OltreMareState
from engine.oltremare.tables import QUIET

MOST_OFFERS: Final = 99_999  # more than a match can have


def aside(s: OltreMareState, seat: Seat) -> list[Move]:
    """Moves of a seat that owes nothing while somebody else is active."""
    found = [
        Move("withdraw", (offer.id,))
        for offer in s.offers
        if offer.by == seat and offer.kind in (SLIP, COUNTER)
    ]
    if not s.players[seat].quiet:
        found.append(QUIET)
    return found


class Withdraw(Action[OltreMareState]):
    """`withdraw:id`: a slip or counter of one's own."""

    verbs = ("withdraw",)
    forms = (Form("withdraw", (Field("offer", 1, MOST_OFFERS),)),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.offers = [offer for offer in s.offers if offer.id != move.args[0]]
        log.add("withdraw", seat, id=move.args[0])
        log.barrier()

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        for offer in s.offers:
            if offer.id == move.args[0] and offer.by == seat and offer.kind in (SLIP, COUNTER):
                return WhyNot("R5.12", "owing")
        return WhyNot("R5.8", "offer-gone", {"id": move.args[0]})


class Quiet(Action[OltreMareState]):
    """`quiet`: not to be called until one's next turn."""

    verbs = ("quiet",)
    forms = (Form("quiet"),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.players[seat].quiet = True
        log.add("quiet", seat)
        if seat == s.turn:  # in its own desk, where nothing is laid ready
            return
        for offer in s.offers:
            if offer.kind == READY:
                offer.seats &= ~(1 << seat)
        s.offers = [offer for offer in s.offers if offer.seats]
        log.barrier()

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R5.12", "quiet" if s.players[seat].quiet else "owing")


class Phase(Menu[OltreMareState]):
    """A step of somebody's turn, in which the others may withdraw or fall quiet."""

    def __init__(self, *actions: Action[OltreMareState]) -> None:
        super().__init__(*actions, Withdraw(), Quiet())

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        return self.due(s, f, seat) if seat in f.seats else aside(s, seat)

    def due(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        """What a seat that owes may do."""
        return [move for action in self.actions for move in action.moves(s, f, seat)]
