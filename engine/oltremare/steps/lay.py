"""The actions (section 7): cards are laid, then their signs are carried out."""

from __future__ import annotations

from bisect import insort
from typing import Final

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot, push
from engine.core.step import Cited
from engine.oltremare.deck import take
from engine.oltremare.material import CALM, CARDS, DEAL, FIGHT
from engine.oltremare.state import OltreMareState
from engine.oltremare.steps.aside import Phase
from engine.oltremare.steps.stow import begin_stow
from engine.oltremare.tables import LAY, SIGNS_OF, STEPS

SIGN_KEYS: Final = ("D", "P", "C", "S")


def resolve(s: OltreMareState, log: Log) -> None:
    """R7.3: ducats, pirates, cards, then the ship, in a step of its own if it sails."""
    seat = s.turn
    p = s.players[seat]
    ducats = pirates = cards = ships = 0
    for card in s.laid:
        d, pirate, c, ship = SIGNS_OF[card]
        ducats += d
        pirates += pirate
        cards += c
        ships += ship
    if log.on:
        signs = dict(zip(SIGN_KEYS, (ducats, pirates, cards, ships), strict=True))
        log.add("lay", seat, None, cards=[*s.laid], **signs)
    earned = STEPS[ducats + (p.active == DEAL)]  # R7.4
    calm = ships if p.active == CALM else 0  # R7.7
    p.ducats += earned + calm
    if log.on and earned + calm:
        log.add("ducats", seat, n=earned + calm, calm=calm)
    if pirates and p.active != FIGHT:  # R7.5
        board(s, seat, STEPS[pirates], log)
    if cards:
        draw(s, seat, STEPS[cards], log)
    if ships:  # R8.2: without a sign it stays
        push(s, "sail", [seat], [ships])
    else:
        begin_stow(s, log)


def board(s: OltreMareState, seat: Seat, count: int, log: Log) -> None:
    """R7.5: cards of the deck go unseen on the pirate pile."""
    pirates = s.players[seat].pirates
    before = len(pirates)
    for _ in range(count):
        card = take(s, log)
        if not card:  # R11.5
            break
        pirates.append(card)
    log.add("pirates", seat, n=len(pirates) - before)


def draw(s: OltreMareState, seat: Seat, count: int, log: Log) -> None:
    """R7.6."""
    hand = s.players[seat].hand
    drawn = []
    for _ in range(count):
        card = take(s, log)
        if not card:  # R11.5
            break
        drawn.append(card)
        insort(hand, card)
        s.seen[card] = 1 << seat
    if log.on:
        log.add("draw", seat, n=len(drawn))
        log.add("drawn", seat, (seat,), cards=drawn)


class LayCard(Action[OltreMareState]):
    """`lay:card`: open on the table (R7.1)."""

    verbs = ("lay",)
    forms = (Form("lay", (Field("card", 1, CARDS),)),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        card = move.args[0]
        s.players[seat].hand.remove(card)
        s.laid.append(card)
        if len(s.laid) == s.load:
            s.stack.pop()
            resolve(s, log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return None
        return WhyNot("R7.1", "not-in-hand", {"card": move.args[0]})


class Lay(Phase):
    key = "lay"
    not_due = Cited("R7.1", "enough-laid")

    def __init__(self) -> None:
        super().__init__(LayCard())

    def due(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        return [LAY[card] for card in s.players[seat].hand]

    def advance(self, s: OltreMareState, f: Frame, log: Log) -> None:
        """Nobody owes a card: the load has fallen to 0 (R7.2)."""
        s.stack.pop()
        resolve(s, log)
