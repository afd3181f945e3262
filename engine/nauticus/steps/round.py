"""Rounds and phases: deal, choose, follow, close (sections 3, 4 and 8)."""

from __future__ import annotations

from typing import Final

from engine.core.errors import WhyNot
from engine.core.rng import shuffle
from engine.core.step import Cited, Step, push
from engine.core.types import TABLE, Frame, Log, Move, Seat
from engine.nauticus.material import (
    ACTIONS,
    BOARD_SPACES,
    PENALTY,
    PHASES,
    SPACES,
    WHEEL,
)
from engine.nauticus.scoring import sheets
from engine.nauticus.state import NauticusState
from engine.nauticus.steps.turn import begin_act
from engine.nauticus.tables import CHOOSE, FORMS

# Frame.pc of the round.
DEAL: Final = 0
PLAY: Final = 1


class Round(Step[NauticusState]):
    """The bottom of the stack. No decisions: deals, opens seven phases, closes the round."""

    key = "round"

    def advance(self, s: NauticusState, f: Frame, log: Log) -> None:
        if f.pc == DEAL:
            self.deal(s, log)
            f.pc = PLAY
        elif s.phase < PHASES:
            push(s, "choose", [s.start])
        else:
            self.close(s, log)
            if s.round == s.options["rounds"]:
                s.stack.pop()  # R11.1
                for sheet in sheets(s):
                    log.add("final", sheet.seat, to=None, **sheet.lines)
            else:
                f.pc = DEAL

    def deal(self, s: NauticusState, log: Log) -> None:
        """R3.1, R3.7."""
        if s.first >= 0:
            s.anchor = s.first
        s.round += 1
        s.phase = 0
        s.first = -1
        s.used = [0] * SPACES
        s.tiles = list(range(ACTIONS))
        shuffle(s, s.tiles, f"tiles/{s.round}")
        log.add("round", TABLE, round=s.round, anchor=s.anchor, start=s.start, tiles=s.tiles[:])

    def close(self, s: NauticusState, log: Log) -> None:
        """R8.4."""
        for seat, p in enumerate(s.players):
            loss = PENALTY[p.flipped]
            p.vp -= loss
            p.flipped = 0
            log.add("penalty", seat, points=loss)


class Choose(Step[NauticusState]):
    """The start player takes a tile and its bonus (R3.2, R4.2)."""

    key = "choose"
    verbs = ("choose",)
    forms = (FORMS["choose"],)
    owed = Cited("R3.2", "choose-a-tile-first")
    not_due = Cited("R3.3", "phase-running")

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        used = s.used
        return [move for i, move in enumerate(CHOOSE) if not used[i]]

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        (space,) = move[1]
        s.space = space
        s.turn = seat
        bonus = BOARD_SPACES[space]
        p = s.players[seat]
        p.workers += bonus.workers
        p.coins += bonus.coins
        p.vp += bonus.points
        if log.on:
            blue = WHEEL[(space - s.anchor) % SPACES]
            log.add("choose", seat, space=space, action=s.tiles[space], blue=blue)
            log.add(
                "bonus",
                seat,
                space=space,
                workers=bonus.workers,
                coins=bonus.coins,
                points=bonus.points,
            )
        push(s, "follow", [], [0])
        if bonus.tile >= 0:
            push(s, "bonus", [], [bonus.tile])

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        return WhyNot("R3.4", "tile-used", {"space": move.args[0]})


class Follow(Step[NauticusState]):
    """Everybody's turn with the tile (R3.3). data: [turns given]."""

    key = "follow"

    def advance(self, s: NauticusState, f: Frame, log: Log) -> None:
        given = f.data[0]
        if given < s.seats:
            f.data[0] = given + 1
            begin_act(s, (s.start + given) % s.seats)
            return
        s.stack.pop()
        space = s.space
        s.used[space] = 1
        if s.phase == 0:
            s.first = space
        s.phase += 1
        s.space = -1
        s.start = (s.start + 1) % s.seats  # R3.5
        log.add("phase", TABLE, space=space, phase=s.phase, start=s.start)
