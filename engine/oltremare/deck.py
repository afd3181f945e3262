"""Taking cards from the deck: Venice on the way, filling it again, and the last round."""

from __future__ import annotations

from engine.core import TABLE, Log, shuffle
from engine.core.knowledge import hide
from engine.oltremare.material import VENICE
from engine.oltremare.scoring import cargo_value
from engine.oltremare.state import OltreMareState
from engine.oltremare.tables import MAX_BUYS
from engine.oltremare.venice import visit


def take(s: OltreMareState, log: Log) -> int:
    """The top card of the deck, whatever it is for; 0 if there is none to come (R11.5)."""
    deck = s.deck
    if not deck and not refill(s, log):
        return 0
    card = deck.pop()
    s.reveals += 1
    if card == VENICE:  # R10.1: the next card takes its place, and there always is one (R2.6)
        visit(s, log)
        card = deck.pop()
    s.took += 1
    if not deck and not s.last:  # R11.1
        s.last = True
        log.add("last-round", TABLE)
    return card


def refill(s: OltreMareState, log: Log) -> bool:
    """R11.3, R11.4: a new deck in place of the empty one; False if there are no cards for it."""
    if s.discard:
        fresh, s.discard = s.discard, []
    else:
        fresh = settle(s, log)
        if not fresh:
            return False
    shuffle(s, fresh, "refill")
    fresh.reverse()  # the stream deals the top card first
    s.fills += 1
    for card in fresh:
        s.filled[card] = s.fills
    hide(s.seen, fresh)
    s.deck[:] = fresh
    log.add("refill", TABLE, n=len(fresh))
    return True


def settle(s: OltreMareState, log: Log) -> list[int]:
    """R11.4: the first seat that has finished and is not settled is counted; its cards."""
    for seat in range(s.turn):
        p = s.players[seat]
        if p.settled:
            continue
        p.settled = True
        p.sold, p.sunk, p.stowed = cargo_value(p.cargo), len(p.pirates), len(p.cargo)
        cards = p.cargo + p.pirates
        p.cargo, p.pirates = [], []
        log.add("settle", seat, cargo=p.sold, pirates=-p.sunk, cards=p.stowed)
        return cards
    return []


def buyable(s: OltreMareState) -> int:
    """R5.6: how many cards there are for the active seat to buy, now or after filling the deck."""
    found = len(s.deck) - s.venice + len(s.discard) + len(s.players[s.turn].pirates)
    for p in s.players[: s.turn]:
        found += len(p.cargo) + len(p.pirates)  # both empty once it is settled
    return found


def may_buy(s: OltreMareState) -> int:
    """How many cards the active seat could still buy in this turn."""
    left = MAX_BUYS - s.bought
    if len(s.deck) > left:  # without counting the rest
        return left
    return min(left, buyable(s))


def can_draw(s: OltreMareState) -> bool:
    """R6.5: is there a card in the deck, or will there be one when it is asked for?"""
    if s.deck or s.discard:
        return True
    return any(not p.settled for p in s.players[: s.turn])
