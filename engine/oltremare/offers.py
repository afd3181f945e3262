"""Offers: what they are made of, when they may be made, and what a deal does (section 5).

Slips, calls and counters are one verb, `offer:seats,pay,g,card×g,w,goods×w[,claim×g]`; the step it
is made in says which it becomes.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final, NamedTuple

from engine.core import Field, Form, Log, Move, Seat, WhyNot
from engine.core.forms import SET
from engine.oltremare.deck import may_buy
from engine.oltremare.material import CARDS, MOST_SEATS, PAIRS
from engine.oltremare.state import CALLED, COUNTER, READY, SLIP, Offer, OltreMareState
from engine.oltremare.tables import (
    EVERY_GOOD,
    GOOD_BIT,
    GOOD_OF,
    MAX_ASK,
    MAX_CALLS,
    MAX_GIVE,
    MAX_PAY,
    MAX_SLIPS,
)

EVENTS: Final = {SLIP: "slip", CALLED: "call", COUNTER: "counter"}


@dataclass(frozen=True)
class OfferForm(Form):
    """R5.7 bounds an offer, so whoever exceeds it is told so and not that numbers are wrong."""

    def fault(self, move: Move) -> WhyNot | None:
        why = super().fault(move)
        if why is not None and why.code == "no-such-pay":
            return WhyNot("R5.7", "too-many-ducats", {"most": MAX_PAY})
        if why is not None and why.code == "wrong-length" and why.params["got"] > 0:
            return WhyNot("R5.7", "too-many-cards", {"most": why.params["most"]})
        return why


OFFER: Final = OfferForm(
    "offer",
    (
        Field("seat", 1, (1 << MOST_SEATS) - 1, kind=SET),
        Field("pay", -MAX_PAY, MAX_PAY),
        Field("card", 1, CARDS, least=0, most=MAX_GIVE, rising=True),
        Field("want", 1, EVERY_GOOD, kind=SET, least=0, most=MAX_ASK),
        Field("claim", -1, len(PAIRS) - 1, like="card"),
    ),
    composed=True,
)


class Terms(NamedTuple):
    """What an offer says."""

    seats: int
    pay: int
    cards: tuple[int, ...]
    wants: tuple[int, ...]
    claims: tuple[int, ...]


def terms(move: Move) -> Terms:
    """Of a well-formed offer."""
    args = move.args
    give = 3 + args[2]
    ask = give + 1 + args[give]
    return Terms(args[0], args[1], args[3:give], args[give + 1 : ask], args[ask:])


def within_reach(s: OltreMareState, change: int) -> bool:
    """R5.6: may the active seat's hand change by so many cards?

    Where the load is out of reach anyway, the sum must not fall: so whatever does not make the
    hand smaller is always good.
    """
    return change >= 0 or len(s.players[s.turn].hand) + change + may_buy(s) >= s.load


def count(s: OltreMareState, seat: Seat, kind: int) -> int:
    return sum(offer.by == seat and offer.kind == kind for offer in s.offers)


def not_active(s: OltreMareState) -> WhyNot:
    return WhyNot("R5.1", "not-active", {"active": s.turn})


def refused(
    s: OltreMareState, owing: Sequence[Seat], seat: Seat, kind: int, move: Move
) -> WhyNot | None:
    """Why this offer may not be made; of several reasons the one with the lowest number."""
    to, _, cards, wants, _ = terms(move)
    if seat != s.turn and kind != COUNTER:
        return not_active(s)
    if to >> seat & 1 or to >> s.seats:
        return WhyNot("R5.1", "no-such-seat", {"seat": to})
    if kind == COUNTER and to != 1 << s.turn:
        return not_active(s)
    if not cards and not wants:
        return WhyNot("R5.2", "no-card")
    if kind == READY and not within_reach(s, len(wants) - len(cards)):
        return WhyNot("R5.6", "load-out-of-reach", {"load": s.load})
    for card in cards:
        if card not in s.players[seat].hand:
            return WhyNot("R5.8", "not-in-hand", {"card": card})
    why = closed(s, owing, seat, kind)
    if (
        why is None
        and kind == READY
        and any(to >> other & 1 and p.quiet for other, p in enumerate(s.players))
    ):
        return WhyNot("R5.12", "quiet")
    return why


def closed(s: OltreMareState, owing: Sequence[Seat], seat: Seat, kind: int) -> WhyNot | None:
    """Why no offer of this kind may be made now, whatever it says."""
    if kind == SLIP:
        full = count(s, seat, SLIP) >= MAX_SLIPS
        return WhyNot("R5.9", "three-slips", {"most": MAX_SLIPS}) if full else None
    if kind == COUNTER:
        return None if seat in owing else WhyNot("R5.10", "not-asked")
    if s.called >= s.options["calls"]:
        return WhyNot("R5.10", "no-more-calls", {"calls": s.options["calls"]})
    if count(s, seat, READY) >= MAX_CALLS:
        return WhyNot("R5.10", "three-calls", {"most": MAX_CALLS})
    return None


def make(s: OltreMareState, seat: Seat, kind: int, move: Move, log: Log) -> None:
    to, pay, cards, wants, claims = terms(move)
    s.offered += 1
    offer = Offer(s.offered, kind, seat, to, pay, [*cards], [*wants], [*claims])
    s.offers.append(offer)
    if kind != READY:  # which nobody else sees (R5.10)
        tell(s, offer, log)


def tell(s: OltreMareState, offer: Offer, log: Log) -> None:
    """The offer is made known: its goods, not its cards (R5.3)."""
    if log.on:
        log.add(
            EVENTS[offer.kind],
            offer.by,
            id=offer.id,
            goods=[GOOD_OF[card] for card in offer.cards],
            wants=[*offer.wants],
            pay=offer.pay,
            claims=[*offer.claims],
            seats=[other for other in range(s.seats) if offer.seats >> other & 1],
        )


def outline(move: Move) -> Move:
    """An offer as those see it who did not make it: goods in place of cards."""
    to, pay, cards, wants, claims = terms(move)
    goods = (GOOD_OF[card] for card in cards)
    return Move("offer", (to, pay, len(cards), *goods, len(wants), *wants, *claims))


def samples(seats: int, hand: list[int], gift: bool = True) -> list[Move]:
    """A few offers, so that whoever only reads lists can trade: the smallest card for another good
    and, if it may go without a card in return, for two ducats."""
    card = hand[0]
    swap = Move("offer", (seats, 0, 1, card, 1, EVERY_GOOD & ~GOOD_BIT[card]))
    return [swap, Move("offer", (seats, -2, 1, card, 0))] if gift else [swap]


def find(s: OltreMareState, number: int) -> Offer | None:
    for offer in s.offers:
        if offer.id == number:
            return offer
    return None


def fits(wants: Sequence[int], cards: Sequence[int]) -> bool:
    return len(wants) == len(cards) and all(
        want & GOOD_BIT[card] for want, card in zip(wants, cards, strict=True)
    )


def fitting(wants: list[int], hand: list[int]) -> list[tuple[int, ...]]:
    """The cards that could be given for what is asked: each set once, in the first order that fits
    (R5.8)."""
    if not wants:
        return [()]
    if len(wants) == 1:
        want = wants[0]
        return [(card,) for card in hand if want & GOOD_BIT[card]]
    any_good = 0
    for want in wants:
        any_good |= want
    usable = [card for card in hand if any_good & GOOD_BIT[card]]
    found = []
    for chosen in combinations(usable, len(wants)):
        for cards in permutations(chosen):
            if fits(wants, cards):
                found.append(cards)
                break
    return found


def change_by(s: OltreMareState, offer: Offer) -> int:
    """By how many cards the active seat's hand grows if the offer is accepted."""
    more = len(offer.wants) - len(offer.cards)
    return more if offer.by == s.turn else -more


def unacceptable(
    s: OltreMareState, offer: Offer, seat: Seat, cards: tuple[int, ...]
) -> WhyNot | None:
    """Why a seat that was asked may not accept it with these cards (R5.6, R5.8)."""
    if not within_reach(s, change_by(s, offer)):
        return WhyNot("R5.6", "load-out-of-reach", {"load": s.load})
    hand = s.players[seat].hand
    could = fitting(offer.wants, hand)
    if cards in could:
        return None
    nothing = WhyNot("R5.8", "nothing-to-give", {"id": offer.id})
    if not could:
        return nothing
    for k, card in enumerate(cards):
        if card not in hand or card in cards[:k]:
            return WhyNot("R5.8", "not-in-hand", {"card": card})
    return WhyNot("R5.8", "other-order") if fits(offer.wants, cards) else nothing


def settle(s: OltreMareState, offer: Offer, seat: Seat, cards: tuple[int, ...], log: Log) -> None:
    """The deal is done: cards and ducats change hands, and offers that lost a card are gone."""
    by, maker, taker = offer.by, s.players[offer.by], s.players[seat]
    maker.ducats -= offer.pay
    taker.ducats += offer.pay
    hand_over(s, by, seat, offer.cards)
    hand_over(s, seat, by, cards)
    moved = {*offer.cards, *cards}
    s.reveals += len(moved)
    # R5.9, R5.10: whatever one of these cards was part of.
    s.offers = [one for one in s.offers if one is not offer and moved.isdisjoint(one.cards)]
    other = seat if by == s.turn else by
    prestige = not s.gave >> other & 1  # R5.5
    if prestige:
        s.gave |= 1 << other
        s.players[other].prestige += 1
    if log.on:
        goods = {
            "gave": [GOOD_OF[card] for card in offer.cards],
            "got": [GOOD_OF[card] for card in cards],
        }
        log.add("deal", seat, None, id=offer.id, by=by, **{"with": seat}, **goods,
                ducats=offer.pay, prestige=int(prestige))  # fmt: skip
        log.add(
            "deal-cards", seat, (by, seat), id=offer.id, by=by, gave=[*offer.cards], got=[*cards]
        )


def hand_over(s: OltreMareState, giver: Seat, taker: Seat, cards: Sequence[int]) -> None:
    """Others see goods go over and not which cards (R14.3): of the giver's cards of these goods
    they know nothing any more."""
    if not cards:
        return
    both = 1 << giver | 1 << taker
    hand, other = s.players[giver].hand, s.players[taker].hand
    goods = 0
    for card in cards:
        goods |= GOOD_BIT[card]
        hand.remove(card)
        insort(other, card)
        s.seen[card] = both
    for card in hand:
        if goods & GOOD_BIT[card]:
            s.seen[card] &= both
