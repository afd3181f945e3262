"""The turn (section 3) and its first phase, the hand limit (section 4)."""

from __future__ import annotations

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, Step, WhyNot, push
from engine.core.step import Cited
from engine.oltremare.material import CARDS, LOCAL, VENICE
from engine.oltremare.scoring import sheets
from engine.oltremare.state import OltreMareState
from engine.oltremare.steps.aside import Phase
from engine.oltremare.tables import DISCARD, LIMIT_OF, LOAD_OF
from engine.oltremare.venice import visit

COUNT = 0  # data of a limit frame: cards discarded so far


class Turn(Step[OltreMareState]):
    """R3.1: the frame below all others. pc counts turns."""

    key = "turn"

    def advance(self, s: OltreMareState, f: Frame, log: Log) -> None:
        seat = s.turn = f.pc % s.seats
        f.pc += 1
        if seat == 0:
            s.round += 1
        s.bought = s.called = s.gave = s.took = 0
        p = s.players[seat]
        p.quiet = False
        if s.offers:  # R5.9
            s.offers = [offer for offer in s.offers if offer.by != seat]
        s.limit, s.load = LIMIT_OF[p.cargo[-1]], LOAD_OF[p.cargo[-1]]  # R3.2
        if log.on:
            log.add("turn", seat, round=s.round)
        if p.active == LOCAL:  # R3.3
            p.ducats += s.limit - 3
            log.add("local", seat, ducats=s.limit - 3)
        if len(p.hand) > s.limit:
            push(s, "limit", [seat], [0])
        else:
            push(s, "trade", [seat])


def end_turn(s: OltreMareState, log: Log) -> None:
    """After the desk: Venice may lie on top (R10.2), and the match may be over (R11.1)."""
    if s.venice:
        s.reveals += 1  # that it does, or that it does not, is seen by all
        if s.deck[-1] == VENICE:
            s.deck.pop()
            visit(s, log)
    if s.last and s.turn == s.seats - 1:
        s.stack.clear()
        s.offers = []
        if log.on:
            for sheet in sheets(s):
                log.add("final", sheet.seat, None, **sheet.lines)


class Discard(Action[OltreMareState]):
    """`discard:card`: face down on the own pirate pile (R4.1)."""

    verbs = ("discard",)
    forms = (Form("discard", (Field("card", 1, CARDS),)),)

    def moves(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        return [DISCARD[card] for card in s.players[seat].hand]

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, card, seen = s.players[seat], move.args[0], s.seen
        for other in p.hand:  # others see a back: it may have been any of them
            seen[other] = 1 << seat
        p.hand.remove(card)
        p.pirates.append(card)
        f.data[COUNT] += 1
        if len(p.hand) > s.limit:
            return
        s.stack.pop()
        if log.on:
            count = f.data[COUNT]
            log.add("limit", seat, n=count)
            log.add("limit-cards", seat, (seat,), cards=p.pirates[-count:])
        push(s, "trade", [seat])

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return None
        return WhyNot("R4.1", "not-in-hand", {"card": move.args[0]})

    def readers(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...]:
        return ()


class Limit(Phase):
    """R4.1. data: [cards discarded]."""

    key = "limit"
    owed = Cited("R4.1", "over-limit")

    def __init__(self) -> None:
        super().__init__(Discard())
