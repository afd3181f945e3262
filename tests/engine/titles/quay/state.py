from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.core import State, copy_stack

KINDS: Final = 7
CARDS: Final = 28
HAND: Final = 4
COINS: Final = 5
BANK: Final = 20
PRICE: Final = 2
OFFERS: Final = 2  # per market


def kind(card: int) -> int:
    return card // 4


@dataclass
class Offer:
    id: int
    card: int


@dataclass
class Player:
    coins: int = COINS
    hand: list[int] = field(default_factory=list)
    ship: list[int] = field(default_factory=list)


@dataclass
class QuayState(State):
    round: int = 0
    bank: int = BANK
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    offered: int = 0  # offers ever made: the source of their ids
    players: list[Player] = field(default_factory=list)


def clone(s: QuayState) -> QuayState:
    return QuayState(
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
        s.bank,
        s.deck[:],
        s.discard[:],
        [Offer(offer.id, offer.card) for offer in s.offers],
        s.offered,
        [Player(p.coins, p.hand[:], p.ship[:]) for p in s.players],
    )
