"""Accepting an offer: a slip or counter in `trade`, a call in `reply`."""

from __future__ import annotations

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot
from engine.oltremare.material import CARDS
from engine.oltremare.offers import (
    change_by,
    find,
    fitting,
    not_active,
    settle,
    unacceptable,
    within_reach,
)
from engine.oltremare.state import COUNTER, READY, SLIP, Offer, OltreMareState
from engine.oltremare.steps.aside import MOST_OFFERS
from engine.oltremare.tables import GOOD_OF, MAX_ASK


class Accept(Action[OltreMareState]):
    """`accept:id,card…`: the cards in the order of what is asked (R5.8). Here of a slip or counter
    to the active seat; of a call in `reply`."""

    verbs = ("accept",)
    forms = (
        Form(
            "accept",
            (
                Field("offer", 1, MOST_OFFERS),
                Field("card", 1, CARDS, least=0, most=MAX_ASK, tail=True),
            ),
        ),
    )
    kinds: tuple[int, ...] = (SLIP, COUNTER)

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        found: list[Move] = []
        for offer in s.offers:
            if offer.seats >> seat & 1 and offer.kind in self.kinds:
                cards = fitting(offer.wants, s.players[seat].hand)
                if cards and within_reach(s, change_by(s, offer)):
                    found += [Move("accept", (offer.id, *given)) for given in cards]
        return found

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        offer = find(s, move.args[0])
        assert offer is not None
        settle(s, offer, seat, move.args[1:], log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        number, *cards = move.args
        offer = find(s, number)
        if offer is None or (offer.kind == READY and offer.by != seat):
            return WhyNot("R5.8", "offer-gone", {"id": number})
        if not self.asked(s, f, seat, offer):
            return WhyNot("R5.10", "not-asked")
        if offer.kind not in self.kinds:
            return not_active(s)
        return unacceptable(s, offer, seat, tuple(cards))

    def asked(self, s: OltreMareState, f: Frame, seat: Seat, offer: Offer) -> bool:
        return bool(offer.seats >> seat & 1) and seat in f.seats

    def readers(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        offer = find(s, move.args[0])
        assert offer is not None
        return (offer.by,)

    def outline(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> Move:
        number, *cards = move.args
        return Move("accept", (number, *(GOOD_OF[card] for card in cards)))
