"""A position of Oltre Mare: ints and lists only, so that it copies and prints itself cheaply.

Piles have their top at the end of the list; hands are kept in ascending order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.core.step import copy_stack
from engine.core.types import State
from engine.oltremare.material import CARDS, NONE
from engine.oltremare.tables import START_DUCATS

# Kinds of offers (R5.9, R5.10).
SLIP: Final = 0
CALLED: Final = 1  # a call that was sent
COUNTER: Final = 2
READY: Final = 3  # a call laid ready


@dataclass
class Offer:
    id: int
    kind: int
    by: int
    seats: int  # addressed, one bit each
    pay: int  # above 0 the maker pays, below he asks for ducats
    cards: list[int]  # given, ascending
    wants: list[int]  # for each card asked the goods that will do, one bit each
    claims: list[int]  # about the cards given: a pair of signs each, -1 for none; or empty


@dataclass
class Player:
    ducats: int = START_DUCATS
    prestige: int = 0
    markers: int = 0  # kept
    active: int = NONE  # the marker in force
    port: int = 0
    wish: int = 0  # goods, one bit each
    quiet: bool = False
    settled: bool = False  # R11.4; then the next three are what was noted
    sold: int = 0  # ducats for cargo
    sunk: int = 0  # pirate cards
    stowed: int = 0  # cargo cards
    hand: list[int] = field(default_factory=list)
    cargo: list[int] = field(default_factory=list)
    pirates: list[int] = field(default_factory=list)  # which were discarded by hand: see `seen`


@dataclass
class OltreMareState(State):
    round: int = 0
    limit: int = 0  # of the turn (R3.2)
    load: int = 0
    bought: int = 0  # in this turn
    called: int = 0  # rounds of calls in this turn
    gave: int = 0  # seats that got prestige in this turn, one bit each
    took: int = 0  # cards taken from the deck in this turn
    fills: int = 0  # times the deck was filled again
    offered: int = 0  # offers ever made: the source of their ids
    last: bool = False  # the last round has begun
    venice: bool = True  # is the card still in the deck?
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    box: list[int] = field(default_factory=list)  # out of the match
    board: list[int] = field(default_factory=list)  # marker by port
    laid: list[int] = field(default_factory=list)
    # Which seats know where this hidden card is, one bit each; for cards that lie open it says
    # nothing. In a pirate pile the owner knows what he discarded himself.
    seen: list[int] = field(default_factory=lambda: [0] * (CARDS + 1))
    filled: list[int] = field(default_factory=lambda: [0] * (CARDS + 1))  # by which filling
    offers: list[Offer] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)


def clone(s: OltreMareState) -> OltreMareState:
    """Positional, in field order: the hot path of every search."""
    return OltreMareState(
        s.seats,
        s.options,
        s.seed,
        s.drawn.copy(),
        s.reveals,
        s.pushed,
        s.ply,
        s.turn,
        copy_stack(s.stack),
        s.round,
        s.limit,
        s.load,
        s.bought,
        s.called,
        s.gave,
        s.took,
        s.fills,
        s.offered,
        s.last,
        s.venice,
        s.deck[:],
        s.discard[:],
        s.box[:],
        s.board[:],
        s.laid[:],
        s.seen[:],
        s.filled[:],
        [
            Offer(o.id, o.kind, o.by, o.seats, o.pay, o.cards[:], o.wants[:], o.claims[:])
            for o in s.offers
        ],
        [
            Player(
                p.ducats,
                p.prestige,
                p.markers,
                p.active,
                p.port,
                p.wish,
                p.quiet,
                p.settled,
                p.sold,
                p.sunk,
                p.stowed,
                p.hand[:],
                p.cargo[:],
                p.pirates[:],
            )
            for p in s.players
        ],
    )
