"""Cargo (section 9): the cards laid go on the pile, the last one on top."""

from __future__ import annotations

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot, push
from engine.oltremare.material import CARDS
from engine.oltremare.state import OltreMareState
from engine.oltremare.steps.aside import Phase
from engine.oltremare.tables import STOW

FIRST = 0  # data of a stow frame: cards on the pile before


def begin_stow(s: OltreMareState, log: Log) -> None:
    """With fewer than two cards there is nothing to choose."""
    seat = s.turn
    if len(s.laid) > 1:
        push(s, "stow", [seat], [len(s.players[seat].cargo)])
    else:
        finish(s, seat, len(s.players[seat].cargo), log)


def finish(s: OltreMareState, seat: Seat, before: int, log: Log) -> None:
    """The last card goes on by itself."""
    cargo = s.players[seat].cargo
    cargo += s.laid
    s.laid = []
    if log.on and len(cargo) > before:
        log.add("stow", seat, cards=cargo[before:])
    push(s, "desk", [seat], [0])


class StowCard(Action[OltreMareState]):
    """`stow:card`, bottom first (R9.1)."""

    verbs = ("stow",)
    forms = (Form("stow", (Field("card", 1, CARDS),)),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.laid.remove(move.args[0])
        s.players[seat].cargo.append(move.args[0])
        if len(s.laid) == 1:
            s.stack.pop()
            finish(s, seat, f.data[FIRST], log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return None
        return WhyNot("R9.1", "not-laid", {"card": move.args[0]})


class Stow(Phase):
    """data: [cards on the pile before]. The cards lie open, so everybody knows the choice."""

    key = "stow"
    open_information = True

    def __init__(self) -> None:
        super().__init__(StowCard())

    def due(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        return [STOW[card] for card in s.laid]
