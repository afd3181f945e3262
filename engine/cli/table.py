"""A match at the terminal: what was played, and taking it back."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.core.record import Ply, Record
from engine.core.replay import close, replay, start
from engine.core.types import Applied, Move, Seat, State


class Table:
    """The match of `play`. Undoing replays the record without its last plies."""

    def __init__(
        self, game: Game[Any], seats: int, options: dict[str, int], seed: str, humans: set[Seat]
    ) -> None:
        self.game = game
        self.humans = humans
        self.state: State
        self.state, self.opening = game.setup(seats, options, seed)
        self.record = start(game, self.state)

    def play(self, seat: Seat, move: Move) -> Applied:
        applied = self.game.apply(self.state, seat, move)
        self.record.lines.append(Ply(seat, move, "" if seat in self.humans else "bot"))
        return applied

    def undo(self) -> bool:
        """Back to the last decision of a person. False if there is none.

        At one's own table nobody is cheated, so this goes back over anything, reveals included; on
        the site a turn can be taken back only until it is confirmed.
        """
        lines = list(self.record.lines)
        while lines:
            last = lines.pop()
            if isinstance(last, Ply) and last.seat in self.humans:
                self.record.lines = lines
                self.state = replay(self.game, self.record)
                return True
        return False

    def finished(self) -> Record:
        """The record with result and digest as of now."""
        return close(self.game, self.record, self.state)
