"""The desk, at the end of one's turn: slips, a wish, quiet (R5.9, R5.12, R5.13)."""

from __future__ import annotations

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot
from engine.core.forms import SET
from engine.oltremare.offers import OFFER, closed, make, outline, refused, samples
from engine.oltremare.state import SLIP, OltreMareState
from engine.oltremare.steps.aside import Phase
from engine.oltremare.steps.turn import end_turn
from engine.oltremare.tables import END, EVERY_GOOD, GOOD_BIT, QUIET, WISH

WISHED = 0  # data of a desk: has a wish been posted?


class LeaveSlip(Action[OltreMareState]):
    """`offer:…`: stands until the own next turn (R5.9)."""

    verbs = ("offer",)
    forms = (OFFER,)

    def compose(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Form]:
        if seat not in f.seats or closed(s, f.seats, seat, SLIP) is not None:
            return []
        others = [other for other in range(s.seats) if other != seat]
        return [OFFER.narrowed(seat=others, card=s.players[seat].hand)]

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        hand = s.players[seat].hand
        if not hand or closed(s, f.seats, seat, SLIP) is not None:
            return []
        return samples(((1 << s.seats) - 1) & ~(1 << seat), hand)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        make(s, seat, SLIP, move, log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return refused(s, f.seats, seat, SLIP, move)

    def readers(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        return ()

    def outline(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> Move:
        return outline(move)


class Wish(Action[OltreMareState]):
    """`wish:goods`: once, and in place of the one before (R5.13)."""

    verbs = ("wish",)
    forms = (Form("wish", (Field("good", 0, EVERY_GOOD, kind=SET),), composed=True),)

    def compose(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Form]:
        return [*self.forms] if seat in f.seats and not f.data[WISHED] else []

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        """More of what lies on top of the own cargo."""
        return [] if f.data[WISHED] else [WISH[GOOD_BIT[s.players[seat].cargo[-1]]]]

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.players[seat].wish = move.args[0]
        f.data[WISHED] = 1
        log.add("wish", seat, goods=move.args[0])

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return None
        return WhyNot("R5.13", "wished") if f.data[WISHED] else None


class End(Action[OltreMareState]):
    """`end` of the turn."""

    verbs = ("end",)
    forms = (Form("end"),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        end_turn(s, log)


class Desk(Phase):
    """data: [has a wish been posted]."""

    key = "desk"

    def __init__(self) -> None:
        self.slips, self.wishes = LeaveSlip(), Wish()
        super().__init__(self.slips, self.wishes, End())

    def due(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        found = self.slips.moves(s, f, seat)
        found += self.wishes.moves(s, f, seat)
        if not s.players[seat].quiet:
            found.append(QUIET)
        found.append(END)
        return found
