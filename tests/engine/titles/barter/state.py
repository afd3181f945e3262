from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.core import State, copy_stack

GOODS: Final = 5
CARDS: Final = 40
HAND: Final = 4
COINS: Final = 6
SLIPS: Final = 2  # a seat may leave in a turn
MOORED: Final = 3  # points
ORDERED: Final = 2  # points per card

CALL, SLIP, COUNTER = range(3)


def good(card: int) -> int:
    return card // 8


@dataclass
class Offer:
    id: int
    kind: int
    by: int
    to: int  # seats, one bit each
    pay: int  # above 0 the maker pays, below he asks for coins
    cards: list[int]
    wants: list[int]  # for each card asked the goods that will do, one bit each


@dataclass
class Player:
    coins: int = COINS
    order: int = 0
    moored: int = 0
    left: int = 0  # slips left in this turn
    hand: list[int] = field(default_factory=list)


@dataclass
class BarterState(State):
    round: int = 0
    offered: int = 0  # offers ever made: the source of their ids
    spare: list[int] = field(default_factory=list)  # orders nobody has
    berths: list[int] = field(default_factory=lambda: [0] * GOODS)
    deck: list[int] = field(default_factory=list)
    seen: list[int] = field(default_factory=lambda: [0] * CARDS)
    offers: list[Offer] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)


def clone(s: BarterState) -> BarterState:
    return BarterState(
        s.seats,
        s.options,
        s.seed,
        dict(s.drawn),
        s.reveals,
        s.pushed,
        s.ply,
        s.turn,
        copy_stack(s.stack),
        s.round,
        s.offered,
        s.spare[:],
        s.berths[:],
        s.deck[:],
        s.seen[:],
        [Offer(o.id, o.kind, o.by, o.to, o.pay, o.cards[:], o.wants[:]) for o in s.offers],
        [Player(p.coins, p.order, p.moored, p.left, p.hand[:]) for p in s.players],
    )
