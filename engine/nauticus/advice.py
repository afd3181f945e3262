"""Playing well: what a position is worth, and a few whole turns to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core.types import Log, Move, Seat
from engine.nauticus.game import Nauticus
from engine.nauticus.material import CELLS, FURTHER
from engine.nauticus.state import BLUE, NauticusState, sketch
from engine.nauticus.steps.action import fits, why_not_on
from engine.nauticus.steps.turn import Act
from engine.nauticus.tables import MARKS
from engine.nauticus.worth import worth

MOST: Final = 12  # turns suggested
WIDTH: Final = 6  # lines kept at each depth
NARROW: Final = 3  # the same for each tile that could be chosen
DEPTH: Final = 16
BEST_FIRST: Final = True  # turns are sorted by what they are worth

_RULES: Final = Nauticus()
_ACT: Final = Act()
_QUIET: Final = Log(on=False)


@dataclass
class Line:
    """The beginning of a turn, or a whole one."""

    moves: list[Move]
    state: NauticusState
    value: float
    key: int  # the sum of its moves' marks: the same for another order of them


def evaluate(s: NauticusState, seat: Seat) -> float:
    """Points this seat can hope for in the end."""
    return worth(s, seat)


def turns(s: NauticusState, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    """Up to a dozen whole turns, the most promising first."""
    if not moves:
        return []
    if s.stack[-1].step != "choose":
        found = _search(s, seat, sensible(s, seat, moves), WIDTH)
    else:
        found = []
        for move in moves:
            found += _search(s, seat, [move], NARROW)[:2]
    found.sort(key=_value, reverse=True)
    return [line.moves for line in found[:MOST]]


def _value(line: Line) -> float:
    return line.value


def _search(s: NauticusState, seat: Seat, moves: list[Move], width: int) -> list[Line]:
    """Whole turns that begin with one of these moves, best first: a beam over the rest."""
    seen: set[int] = set()
    grown = _grow(Line([], s, 0.0, 0), seat, moves, seen)
    done: list[Line] = []
    for _ in range(DEPTH):
        beam: list[Line] = []
        for line in grown:
            (done if _ended(s, line.state, seat) else beam).append(line)
        beam.sort(key=_value, reverse=True)
        grown = []
        for line in beam[:width]:
            grown += _grow(line, seat, sensible(line.state, seat, None), seen)
        if not grown:
            break
    done += grown  # cut off in mid-turn: still a beginning
    done.sort(key=_value, reverse=True)
    return done


def _grow(line: Line, seat: Seat, moves: list[Move], seen: set[int]) -> list[Line]:
    """All lines one move longer, but only one of those that differ in the order of moves alone."""
    found = []
    before, state, marks = line.key, line.state, MARKS
    for move in moves:
        key = before + marks[move]
        if key not in seen:
            seen.add(key)
            after = sketch(state, seat)
            _RULES.play_unchecked(after, seat, move, _QUIET)
            found.append(Line([*line.moves, move], after, worth(after, seat), key))
    return found


def _ended(before: NauticusState, s: NauticusState, seat: Seat) -> bool:
    """Is this seat's turn over? Choosing a tile and using it are one turn."""
    if not s.stack or s.stack[-1].seats[0] != seat:
        return True
    return s.phase != before.phase or s.round != before.round


def sensible(s: NauticusState, seat: Seat, moves: list[Move] | None) -> list[Move]:
    """The legal moves without those that are never better than another.

    Fewer workers than there are blue ones, a tile forfeited for nothing, and the extra action
    before the last round.
    """
    early = s.round < s.options["rounds"]
    if moves is None:
        f = s.stack[-1]
        moves = _ACT.uses(s, f, seat) if early and f.step == "act" else _RULES.moves(s, seat)
    verb = moves[0].verb
    if verb in ("withdraw", "score"):
        blue = s.stack[-1].data[BLUE]
        count = sum(move.verb == verb for move in moves)
        moves = [m for m in moves if m.verb != verb or m.args[0] >= min(blue, count)]
    elif verb == "buy" and s.players[seat].cells >= CELLS - 1:
        moves = [m for m in moves if m.verb != "buy" or _keeps(s, seat, m)] or moves
    if early:
        moves = [m for m in moves if m.verb != "extra"] or moves
    return moves


def _keeps(s: NauticusState, seat: Seat, move: Move) -> bool:
    """Is the tile kept, or forfeited (R5.8) for a second copy that can be built?"""
    tile, dest = move.args
    p = s.players[seat]
    if dest or fits(p, tile):
        return True
    if p.coins < FURTHER or s.stack[-1].data[BLUE] + p.workers < 2:
        return False
    return any(why_not_on(p, tile, k) is None for k in range(1, len(p.ships) + 2))
