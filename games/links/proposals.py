"""Whole sensible turns for a seat that owes one, in words: what a mail and its pages propose.

All of it follows from what the seat knows. The world looked at is dealt anew, with dice that depend
on public facts, and turns are valued by the seat's own view.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.bots import advice
from engine.bots.turns import whole_turns
from engine.core.game import Game
from engine.core.types import Move, State
from games.models import Match
from games.names import seat_name
from games.selectors.positions import game_of, position
from games.selectors.walks import Walk, walk
from games.titles.base import Presenter
from games.titles.registry import presenter_of

LIMIT: Final = 12
BUDGET: Final = 300  # positions looked at besides what the title suggests by itself
# Without advice of its own a title is valued by its score, which may know what is hidden unless the
# whole title is open: which step waits makes no difference to that.
BLIND: Final = advice.Advice(lambda view, seat: 0.0, advice.single_moves)


@dataclass(frozen=True)
class Proposal:
    """`cost` and `gain` are "" where there is nothing to name."""

    moves: tuple[str, ...]
    words: str
    cost: str
    gain: str


def proposals(match: Match, seat_number: int, limit: int = LIMIT) -> list[Proposal]:
    """Up to `limit` whole turns, the most sensible first, in the active language.

    Doing nothing is always among them, if that is allowed. Each leads somewhere else, and no two
    read the same.
    """
    game, truth = game_of(match), position(match)
    if not match.is_running or seat_number not in game.to_act(truth):
        return []
    dice = random.Random(f"proposals:{match.code}:{match.ply}:{seat_number}")
    world = game.redeal(truth, seat_number, dice)
    presenter = presenter_of(match.title)
    names = names_of(match)
    found: dict[str, Proposal] = {}
    idle = _idle(game, world, seat_number)
    for turn in _worth_telling(game, world, seat_number, idle, limit):
        told = proposal(game, presenter, turn, seat_number, names)
        found.setdefault(told.words, told)
        if len(found) == limit:
            break
    kept = list(found.values())
    if idle is not None:
        nothing = proposal(game, presenter, idle, seat_number, names)
        if nothing not in kept:
            kept = [one for one in kept if one.words != nothing.words]
            kept[limit - 1 :] = [nothing]
    return kept


def names_of(match: Match) -> list[str]:
    """The players' names, where moves may name them; elsewhere nobody is asked for."""
    if not presenter_of(match.title).composes:
        return []
    return [seat_name(seat) for seat in match.seats.select_related("user").order_by("number")]


def proposal(
    game: Game[Any], presenter: Presenter, turn: Walk, seat: int, names: Sequence[str] = ()
) -> Proposal:
    """A turn in words."""
    before, after = game.view(turn.base, seat), game.view(turn.state, seat)
    told = presenter.turn_words(turn.moves, turn.events, before, after, names)
    return Proposal(tuple(map(str, turn.moves)), told.text, told.cost, told.gain)


def _worth_telling(
    game: Game[Any], world: State, seat: int, idle: Walk | None, limit: int
) -> Iterator[Walk]:
    """Turns that differ in what they lead to, best first."""
    knows = BLIND if advice.of(game) is None and not game.open_information else None
    turns = whole_turns(game, world, seat, 3 * limit, BUDGET, knows)
    seen = set() if idle is None else {_effect(game, idle, seat)}
    distinct: list[Walk] = [] if idle is None else [idle]
    for moves in turns:
        turn = walk(game, world, seat, moves)
        effect = _effect(game, turn, seat)
        if turn.whole and effect not in seen:
            seen.add(effect)
            distinct.append(turn)
        elif idle is not None and distinct[0] is idle and effect == _effect(game, idle, seat):
            distinct.append(distinct.pop(0))  # it has its own place among the others
    yield from _varied(distinct, limit)


def _varied(turns: list[Walk], limit: int) -> list[Walk]:
    """The best of each beginning before the second best of any; then in their old order."""
    best: dict[Move, int] = {}
    for index, turn in enumerate(turns):
        best.setdefault(turn.moves[0], index)
    first = sorted(best.values())[:limit]
    rest = [index for index in range(len(turns)) if index not in first]
    chosen = sorted([*first, *rest[: limit - len(first)]])
    # The others only stand in for what turns out to read the same.
    return [turns[k] for k in chosen] + [turns[k] for k in rest if k not in chosen]


def _idle(game: Game[Any], world: State, seat: int) -> Walk | None:
    """The turn of a seat that does nothing, if it may."""
    moves: list[Move] = []
    turn = walk(game, world, seat, moves)
    for _ in range(2):
        step = next((m for m in game.passing if m in game.moves(turn.state, seat)), None)
        if step is None:
            return None
        moves.append(step)
        turn = walk(game, world, seat, moves)
        if turn.whole:
            return turn
    return None


def _effect(game: Game[Any], turn: Walk, seat: int) -> str:
    """Equal for two turns that leave the seat with the same view, whatever the order of moves."""
    view = {key: value for key, value in game.view(turn.state, seat).items() if key != "ply"}
    return json.dumps([view, str(turn.moves[-1]) if turn.barrier else ""], sort_keys=True)
