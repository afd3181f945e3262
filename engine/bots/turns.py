"""Whole turns for any title: what autopilots play, mails propose and orders are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.bots import advice
from engine.core.game import BARRIER, CONTINUES, Game
from engine.core.types import Move, Seat, State

WIDTH = 8  # lines kept at each depth
DEPTH = 40  # longer turns are cut: what is left is decided when it comes


@dataclass
class Line:
    moves: list[Move]
    state: State
    worth: float

    @property
    def effect(self) -> tuple[tuple[Move, ...], float]:
        """The same for two orders of the same moves, unless the order makes a difference."""
        return tuple(sorted(self.moves)), self.worth


def frames(s: State) -> list[int]:
    """The frames at work, by number: what `closes` compares with."""
    return [frame.id for frame in s.stack]


def closes(game: Game[Any], begun: list[int], pushed: int, after: State, move: Move) -> bool:
    """Did this move close a turn, although the same seat decides on in the next one?

    `begun` are the frames the turn began with, `pushed` how many there had been before the move. A
    move that ends only a part of the turn comes back to a frame that was there already.
    """
    if not after.stack or after.stack[-1].id <= pushed:
        return False
    if move == game.ending or move in game.passing:
        return True
    return len(begun) > 1 and begun[-2] not in frames(after)


def whole_turns(
    game: Game[Any],
    s: State,
    seat: Seat,
    limit: int = 5,
    budget: int = 400,
    knows: advice.Advice | None = None,
) -> list[list[Move]]:
    """Up to `limit` legal turns from here, best first, each to where the seat stops deciding.

    `s` is a redealt world, as for every player. A turn also ends at a barrier: what lies behind it
    nobody can plan. `budget` bounds the positions looked at. What the title itself suggests comes
    before what a search finds; `knows` stands in for the title's own advice.
    """
    knows = knows or advice.of(game)
    search = _Search(game, seat, budget, knows, frames(s))
    root = Line([], s, 0.0)
    moves = game.moves(s, seat)
    if knows is not None and moves:
        for plan in knows.turns(s, seat, moves):
            search.follow(root, plan)
    suggested = sorted(search.done, key=_worth, reverse=True)
    search.done = []
    open_lines = [root]
    for _ in range(DEPTH):
        grown = search.grow(open_lines) if len(suggested) < limit else []
        if not grown:
            break
        open_lines = _widely(grown)
    # Out of budget before any turn was complete: the beginnings are better than nothing.
    found = suggested + sorted(search.done, key=_worth, reverse=True)
    found = found or sorted(open_lines, key=_worth, reverse=True)
    return [line.moves for line in found[:limit] if line.moves]


class _Search:
    """What is left of the budget, and the turns that are complete."""

    def __init__(
        self,
        game: Game[Any],
        seat: Seat,
        budget: int,
        knows: advice.Advice | None,
        begun: list[int],
    ) -> None:
        self.game, self.seat, self.budget, self.knows = game, seat, budget, knows
        self.begun = begun
        self.done: list[Line] = []
        self.seen: set[tuple[tuple[Move, ...], float]] = set()

    def follow(self, line: Line, plan: list[Move]) -> None:
        """A plan as far as it is legal; kept if it is a whole turn."""
        for move in plan:
            if self.budget <= 0 or self.game.explain(line.state, self.seat, move) is not None:
                return
            line, ended = self.extended(line, move)
            if ended:
                self.keep(line)
                return

    def grow(self, lines: list[Line]) -> list[Line]:
        """All lines one move longer that go on, one of those that differ in order alone."""
        grown: dict[tuple[tuple[Move, ...], float], Line] = {}
        for line in lines:
            for move in self.game.moves(line.state, self.seat):
                if self.budget <= 0:
                    return list(grown.values())
                longer, ended = self.extended(line, move)
                if ended:
                    self.keep(longer)
                else:
                    grown.setdefault(longer.effect, longer)
        return list(grown.values())

    def keep(self, line: Line) -> None:
        if line.effect not in self.seen:
            self.seen.add(line.effect)
            self.done.append(line)

    def extended(self, line: Line, move: Move) -> tuple[Line, bool]:
        self.budget -= 1
        game, seat = self.game, self.seat
        s = game.clone(line.state)
        pushed = s.pushed
        outcome = game.apply(s, seat, move).outcome
        # Behind a barrier lies chance: value the position the seat leaves, not one it might find.
        here = line.state if outcome == BARRIER else s
        worth = advice.value(game, here, seat, self.knows)
        ended = outcome != CONTINUES or closes(game, self.begun, pushed, s, move)
        return Line([*line.moves, move], s, worth), ended


def _widely(lines: list[Line]) -> list[Line]:
    """The most promising, but first the best one of each beginning: turns should differ."""
    ranked = sorted(lines, key=_worth, reverse=True)
    first: dict[Move, Line] = {}
    for line in ranked:
        first.setdefault(line.moves[0], line)
    chosen = list(first.values())[:WIDTH]
    rest = [line for line in ranked if first[line.moves[0]] is not line]
    return chosen + rest[: WIDTH - len(chosen)]


def _worth(line: Line) -> float:
    return line.worth
