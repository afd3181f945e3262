"""Trade: buying, taking slips, laying calls ready and sending them (sections 5 and 6)."""

from __future__ import annotations

from bisect import insort
from typing import Final

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot, push
from engine.core.step import Cited
from engine.oltremare.deck import buyable, can_draw, take
from engine.oltremare.material import FAVOUR
from engine.oltremare.offers import (
    OFFER,
    closed,
    make,
    not_active,
    refused,
    samples,
    tell,
    within_reach,
)
from engine.oltremare.state import CALLED, READY, SLIP, OltreMareState
from engine.oltremare.steps.accept import Accept
from engine.oltremare.steps.aside import Phase
from engine.oltremare.steps.reply import owing
from engine.oltremare.tables import (
    BUY,
    CALL,
    CLOSE,
    FAVOUR_PRICES,
    MAX_BUYS,
    PRICE,
    PRICE_IN_DEBT,
)

DECK: Final = 0  # where a card is bought
PILE: Final = 1


def price(s: OltreMareState, seat: Seat) -> int:
    """R6.2, R6.3: of the next card."""
    p = s.players[seat]
    if p.active == FAVOUR:
        return FAVOUR_PRICES[s.bought]
    return PRICE if p.ducats > 0 else PRICE_IN_DEBT


class Buy(Action[OltreMareState]):
    """`buy:0` from the deck, `buy:1` from the own pirate pile (R6.1)."""

    verbs = ("buy",)
    forms = (Form("buy", (Field("pile", 0, 1),)),)

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        if s.bought >= MAX_BUYS:
            return []
        found = [BUY[DECK]] if s.deck or can_draw(s) else []
        if s.players[seat].pirates:
            found.append(BUY[PILE])
        return found

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, pile, cost = s.players[seat], move.args[0], price(s, seat)
        p.ducats -= cost
        s.bought += 1
        if log.on:
            log.add("buy", seat, None, **{"from": pile}, price=cost)
        if pile == PILE:  # R6.4
            s.reveals += 1
            card = p.pirates.pop()
        else:
            card = take(s, log)
        insort(p.hand, card)
        s.seen[card] = 1 << seat
        if log.on:
            log.add("bought", seat, (seat,), card=card)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return not_active(s)
        if s.bought >= MAX_BUYS:
            return WhyNot("R6.1", "four-bought", {"most": MAX_BUYS})
        if move.args[0] == PILE:
            return WhyNot("R6.4", "no-pirates")
        return WhyNot("R6.5", "deck-empty")


class LayReady(Action[OltreMareState]):
    """`offer:…`: a call that is sent with the next `call` (R5.10)."""

    verbs = ("offer",)
    forms = (OFFER,)

    def awake(self, s: OltreMareState, seat: Seat) -> int:
        """Seats that may be called, one bit each."""
        found = 0
        for other, p in enumerate(s.players):
            if other != seat and not p.quiet:
                found |= 1 << other
        return found

    def compose(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Form]:
        if seat not in f.seats or closed(s, f.seats, seat, READY) is not None:
            return []
        seats = self.awake(s, seat)
        if not seats:
            return []
        others = [other for other in range(s.seats) if seats >> other & 1]
        return [OFFER.narrowed(seat=others, card=s.players[seat].hand)]

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        """A card for two ducats, and a card for one of another good, to everybody."""
        hand = s.players[seat].hand
        if not hand or closed(s, f.seats, seat, READY) is not None:
            return []
        seats = self.awake(s, seat)
        return samples(seats, hand, within_reach(s, -1)) if seats else []

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        make(s, seat, READY, move, log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return refused(s, f.seats, seat, READY, move)

    def readers(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        return ()  # and no outline: it is seen when it is sent


class Call(Action[OltreMareState]):
    """`call`: what was laid ready goes out (R5.10)."""

    verbs = ("call",)
    forms = (Form("call"),)

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        for offer in s.offers:
            if offer.kind == READY:
                return [CALL]
        return []

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.called += 1
        for offer in s.offers:
            if offer.kind == READY:
                offer.kind = CALLED
                tell(s, offer, log)
        log.barrier()
        push(s, "reply", owing(s, range(s.seats)))

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return not_active(s)
        if s.called >= s.options["calls"]:
            return WhyNot("R5.10", "no-more-calls", {"calls": s.options["calls"]})
        return WhyNot("R5.10", "nothing-ready")


class Close(Action[OltreMareState]):
    """`close`: on to the actions (R5.14)."""

    verbs = ("close",)
    forms = (Form("close"),)

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        enough = len(s.players[seat].hand) >= s.load or buyable(s) == 0
        return [CLOSE] if enough else []

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        s.load = min(s.load, len(s.players[seat].hand))  # R7.2
        if s.offers:
            s.offers = [offer for offer in s.offers if offer.kind == SLIP]
        log.add("close", seat)
        # A load of 0 is reached at once; `lay` sees to that.
        push(s, "lay", [seat] if s.load else [])

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return not_active(s)
        hand = len(s.players[seat].hand)
        return WhyNot("R5.14", "too-few-cards", {"need": s.load, "have": hand})


class Trade(Phase):
    key = "trade"
    owed = Cited("R3.1", "not-now")

    def __init__(self) -> None:
        super().__init__(Buy(), Accept(), LayReady(), Call(), Close())
