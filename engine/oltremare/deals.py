"""Trading: which offers to take, which to make, what to answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final, NamedTuple

from engine.core.types import Move, Seat
from engine.oltremare.offers import fitting, within_reach
from engine.oltremare.state import CALLED, Offer, OltreMareState
from engine.oltremare.tables import GOOD_OF, MAX_PAY
from engine.oltremare.worth import Outlook, hand_worth, outlook

TILE_GIVEN: Final = 0.5  # less, the prestige tile the other side gets
TILE_GOT: Final = 0.9
TAKE: Final = 0.1  # the least gain worth a deal, tiles counted
CALL_GAIN: Final = 1.0  # for a card of the goods a call asks for
WORTH_A_CALL: Final = 2.0  # the best of them, or none is sent
SLIP_GAIN: Final = 0.3
BID: Final = 2  # ducats for a card
DEAREST: Final = 4  # a counter asks for no more
# A card of each good with plain signs, to try how a hand would like it.
SAMPLE: Final = tuple(GOOD_OF.index(good) for good in range(7))


class Idea(NamedTuple):
    gain: float
    move: Move


def tile(s: OltreMareState, seat: Seat, other: Seat) -> float:
    """What the prestige of a deal between these two is worth to the seat."""
    if seat == s.turn:
        return 0.0 if s.gave >> other & 1 else -TILE_GIVEN
    return 0.0 if s.gave >> seat & 1 else TILE_GOT


def gain_of(
    s: OltreMareState, seat: Seat, offer: Offer, cards: tuple[int, ...], to: Outlook, held: float
) -> float:
    """Of taking this offer with these cards."""
    hand = [card for card in s.players[seat].hand if card not in cards] + offer.cards
    return hand_worth(hand, to) - held + offer.pay + tile(s, seat, offer.by)


def takings(s: OltreMareState, seat: Seat, moves: Iterable[Move]) -> list[Idea]:
    """Offers worth taking, best first; `moves` are the legal ones."""
    offers = {offer.id: offer for offer in s.offers}
    to = outlook(s, seat)
    held = hand_worth(s.players[seat].hand, to)
    found = []
    for move in moves:
        if move.verb == "accept":
            gain = gain_of(s, seat, offers[move.args[0]], move.args[1:], to, held)
            if gain > TAKE:
                found.append(Idea(gain, move))
    return sorted(found, key=_gain, reverse=True)


def _gain(idea: Idea) -> float:
    return idea.gain


def counters(s: OltreMareState, seat: Seat) -> list[Move]:
    """A card somebody called for, at a price."""
    p, to = s.players[seat], outlook(s, seat)
    held = hand_worth(p.hand, to)
    found: list[Idea] = []
    for offer in s.offers:
        if offer.kind == CALLED and offer.seats >> seat & 1 and offer.wants:
            for cards in fitting(offer.wants[:1], p.hand):
                rest = [card for card in p.hand if card not in cards]
                price = max(1, ceil(held - hand_worth(rest, to) - tile(s, seat, s.turn) + 0.6))
                if price <= DEAREST:
                    move = Move("offer", (1 << s.turn, -price, 1, *cards, 0))
                    found.append(Idea(-price, move))
    return [idea.move for idea in sorted(found, key=_gain, reverse=True)[:1]]


def swaps(hand: Sequence[int], to: Outlook, least: float, seats: int) -> list[Idea]:
    """A card for one of the goods that would do more."""
    held = hand_worth(hand, to)
    found = []
    tried = set()
    for card in hand:
        if GOOD_OF[card] in tried:
            continue
        tried.add(GOOD_OF[card])
        rest = [other for other in hand if other != card]
        mask, best = 0, 0.0
        for good, sample in enumerate(SAMPLE):
            gain = hand_worth([*rest, sample], to) - held
            if good != GOOD_OF[card] and gain > least:
                mask |= 1 << good
                best = max(best, gain)
        if mask:
            found.append(Idea(best, Move("offer", (seats, 0, 1, card, 1, mask))))
    return sorted(found, key=_gain, reverse=True)


def bids(hand: Sequence[int], to: Outlook, pay: int, least: float, seats: int) -> list[Idea]:
    """Ducats for a card of goods that are worth it."""
    held = hand_worth(hand, to)
    gains = [hand_worth([*hand, sample], to) - held - pay for sample in SAMPLE]
    mask = sum(1 << good for good, gain in enumerate(gains) if gain > least)
    if not mask or pay > MAX_PAY:
        return []
    return [Idea(max(gains), Move("offer", (seats, pay, 0, 1, mask)))]


def sales(hand: Sequence[int], to: Outlook, least: float, seats: int) -> list[Idea]:
    """Cards for ducats: those one can do without."""
    held = hand_worth(hand, to)
    found = []
    for card in hand:
        loss = held - hand_worth([other for other in hand if other != card], to)
        price = max(1, ceil(loss + least))
        if price <= 2:
            found.append(Idea(price - loss, Move("offer", (seats, -price, 1, card, 0))))
    return sorted(found, key=_gain, reverse=True)


def calls(s: OltreMareState, seat: Seat) -> list[Move]:
    """What to lay ready in this turn, the best three. It follows from the own hand and what lies
    open, so that it comes out the same until they are sent."""
    seats = sum(
        1 << other for other, p in enumerate(s.players) if other != seat and not p.quiet and p.hand
    )
    if not seats:
        return []
    hand, to = s.players[seat].hand, outlook(s, seat)
    ideas = swaps(hand, to, CALL_GAIN + TILE_GIVEN, seats)[:2]
    ideas += bids(hand, to, BID, TILE_GIVEN + 0.2, seats)
    if within_reach(s, -1):
        ideas += sales(hand, to, TILE_GIVEN + 0.2, seats)[:1]
    ideas.sort(key=_gain, reverse=True)
    # A round of calls makes everybody wait: not for a trifle.
    worth = bool(ideas) and ideas[0].gain > WORTH_A_CALL
    return [idea.move for idea in ideas[:3]] if worth else []


def slips(s: OltreMareState, seat: Seat) -> list[Move]:
    """What to leave for the others' turns, the best three."""
    seats = ((1 << s.seats) - 1) & ~(1 << seat)
    hand, to = s.players[seat].hand, outlook(s, seat)
    ideas = sales(hand, to, 0.0, seats)[:2]
    ideas += swaps(hand, to, SLIP_GAIN, seats)[:2]
    ideas += bids(hand, to, BID, -TILE_GOT + 0.2, seats)
    ideas.sort(key=_gain, reverse=True)
    return [idea.move for idea in ideas[:3]]


def wish(s: OltreMareState, seat: Seat) -> int:
    """Goods one would pay for."""
    hand, to = s.players[seat].hand, outlook(s, seat)
    held = hand_worth(hand, to)
    gains = [hand_worth([*hand, sample], to) - held for sample in SAMPLE]
    return sum(1 << good for good, gain in enumerate(gains) if gain > BID)
