"""Making and settling offers: what calls, slips and counters share (R3 to R5)."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot
from engine.core.forms import SET
from engine.core.knowledge import hide, show
from tests.engine.titles.barter.state import (
    CALL,
    CARDS,
    COUNTER,
    GOODS,
    SLIP,
    BarterState,
    Offer,
    good,
)

MOST: Final = 2  # cards each way
RICHEST: Final = 9  # coins in one offer

_TERMS: Final = (
    Field("pay", -RICHEST, RICHEST),
    Field("card", 0, CARDS - 1, least=0, most=MOST, rising=True),
    Field("want", 1, (1 << GOODS) - 1, kind=SET, least=0, most=MOST),
)
_SEATS: Final = Field("seat", 1, (1 << 5) - 1, kind=SET)


def terms(form: Form, move: Move) -> tuple[int, int, list[int], list[int]]:
    """Seats addressed (0: the turn's), coins, cards and wants of a well-formed offer."""
    values = form.read(move)
    return values.get("seat", [0])[0], values["pay"][0], values["card"], values["want"]


def leave(s: BarterState, card: int) -> None:
    """R5: a card has left a hand, and offers with it are gone."""
    s.offers = [offer for offer in s.offers if card not in offer.cards]


def fitting(s: BarterState, offer: Offer, seat: Seat) -> list[tuple[int, ...]]:
    """The cards this seat could give for what the offer asks: each set of cards once."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for cards in permutations(sorted(s.players[seat].hand), len(offer.wants)):
        if all(want >> good(card) & 1 for want, card in zip(offer.wants, cards, strict=True)):
            found.setdefault(tuple(sorted(cards)), cards)
    return list(found.values())


def affordable(s: BarterState, offer: Offer, seat: Seat) -> bool:
    return s.players[offer.by].coins >= offer.pay and s.players[seat].coins >= -offer.pay


def settle(s: BarterState, offer: Offer, seat: Seat, cards: tuple[int, ...], log: Log) -> None:
    maker, taker = s.players[offer.by], s.players[seat]
    maker.coins -= offer.pay
    taker.coins += offer.pay
    goods = [good(card) for card in offer.cards], [good(card) for card in cards]
    both = (offer.by, seat)
    for card in offer.cards:
        maker.hand.remove(card)
        taker.hand.append(card)
    for card in cards:
        taker.hand.remove(card)
        maker.hand.append(card)
    moved = [*offer.cards, *cards]
    hide(s.seen, moved)
    show(s.seen, moved, *both)
    s.reveals += len(moved)
    s.offers.remove(offer)
    for card in moved:
        leave(s, card)
    log.add("deal", seat, id=offer.id, by=offer.by, gave=goods[0], got=goods[1], pay=offer.pay)
    log.add("deal-cards", seat, to=both, gave=[*offer.cards], got=[*cards])


class Make(Action[BarterState]):
    """Composes an offer. Subclasses say who may, when, and to whom."""

    kind = SLIP
    rule = "R5"

    def compose(self, s: BarterState, f: Frame, seat: Seat) -> list[Form]:
        if self.refused(s, f, seat) is not None:
            return []
        others = [other for other in range(s.seats) if other != seat]
        form = self.forms[0].narrowed(card=sorted(s.players[seat].hand))
        return [form.narrowed(seat=others) if self.kind == CALL else form]

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        """A card for a coin, to everybody; whoever has none asks for one."""
        if self.refused(s, f, seat) is not None:
            return []
        everybody = ((1 << s.seats) - 1) & ~(1 << seat)
        values = {"seat": [everybody]} if self.kind == CALL else {}
        hand = sorted(s.players[seat].hand)[:3]
        if not hand:
            return [self.forms[0].write({**values, "pay": [0], "want": [(1 << GOODS) - 1]})]
        return [self.forms[0].write({**values, "pay": [-1], "card": [card]}) for card in hand]

    def refused(self, s: BarterState, f: Frame, seat: Seat) -> WhyNot | None:
        """Why this seat may not make any offer now."""
        raise NotImplementedError

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        why = self.refused(s, f, seat)
        if why is not None:
            return why
        to, pay, cards, wants = terms(self.forms[0], move)
        if to >> seat & 1 or to >= 1 << s.seats:
            return WhyNot("R3", "no-such-seat", {"seat": to})
        if not cards and not wants:
            return WhyNot("R3", "no-card")
        hand = s.players[seat].hand
        for card in cards:
            if card not in hand:
                return WhyNot("R3", "not-in-hand", {"card": card})
        if pay > s.players[seat].coins:
            return WhyNot("R3", "too-dear", {"coins": s.players[seat].coins})
        return None

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        to, pay, cards, wants = terms(self.forms[0], move)
        s.offered += 1
        s.offers.append(Offer(s.offered, self.kind, seat, to or 1 << s.turn, pay, cards, wants))
        goods = [good(card) for card in cards]
        asked = [other for other in range(s.seats) if s.offers[-1].to >> other & 1]
        deal = {"goods": goods, "wants": wants, "seats": asked}
        log.add("offer", seat, None, id=s.offered, sort=self.kind, pay=pay, **deal)
        log.add("offer-cards", seat, to=(seat,), id=s.offered, cards=cards)
        self.made(s, f, seat, log)

    def made(self, s: BarterState, f: Frame, seat: Seat, log: Log) -> None:
        """What follows from having made it."""
        raise NotImplementedError

    def readers(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        return ()  # its numbers name the cards

    def outline(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> Move:
        values = self.forms[0].read(move)
        return self.forms[0].write({**values, "card": [good(card) for card in values["card"]]})


CALL_FORM: Final = Form("call", (_SEATS, *_TERMS), composed=True)
SLIP_FORM: Final = Form("slip", _TERMS, composed=True)
COUNTER_FORM: Final = Form("counter", _TERMS, composed=True)


class Accept(Action[BarterState]):
    """`accept:id,card…`: the cards in the order of what is asked."""

    verbs = ("accept",)
    forms = (
        Form(
            "accept",
            (Field("offer", 1, 999), Field("card", 0, CARDS - 1, least=0, most=MOST, tail=True)),
        ),
    )

    def open_to(self, s: BarterState, seat: Seat) -> list[Offer]:
        """Calls to this seat, and what others offer to whose turn it is."""
        return [
            offer
            for offer in s.offers
            if offer.to >> seat & 1 and offer.by != seat and (offer.kind == CALL or seat == s.turn)
        ]

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        return [
            Move("accept", (offer.id, *cards))
            for offer in self.open_to(s, seat)
            if affordable(s, offer, seat)
            for cards in fitting(s, offer, seat)
        ]

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        number, *cards = move.args
        offer = next(offer for offer in s.offers if offer.id == number)
        settle(s, offer, seat, tuple(cards), log)
        if offer.kind == CALL:
            f.seats = []  # settled: nobody has to answer any more

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        number, *cards = move.args
        offer = next((offer for offer in s.offers if offer.id == number), None)
        if offer is None:
            return WhyNot("R5", "offer-gone", {"id": number})
        if offer not in self.open_to(s, seat):
            return WhyNot("R3", "not-asked", {"id": number})
        if not affordable(s, offer, seat):
            return WhyNot("R3", "too-dear", {"coins": s.players[seat].coins})
        if sorted(cards) in [sorted(fit) for fit in fitting(s, offer, seat)]:
            return WhyNot("R3", "other-order")
        return WhyNot("R3", "nothing-to-give", {"id": number})

    def readers(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        offer = next(offer for offer in s.offers if offer.id == move.args[0])
        return (offer.by,)

    def outline(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> Move:
        number, *cards = move.args
        return Move("accept", (number, *map(good, cards)))


__all__ = [
    "CALL_FORM",
    "COUNTER",
    "COUNTER_FORM",
    "SLIP_FORM",
    "Accept",
    "Make",
]
