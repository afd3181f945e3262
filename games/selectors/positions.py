"""Between stored rows and the engine's positions. Reads only; nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from engine.core.errors import RulesError
from engine.core.game import BARRIER, CONTINUES, Game
from engine.core.types import Applied, Event, Log, Move, State, parse_move
from engine.registry import get
from games.models import Draft, Match, Ply


def game_of(match: Match) -> Game[Any]:
    return get(match.title)


def speaks(match: Match) -> bool:
    """Was its present part played by the rules this code knows?"""
    return match.rules_version == game_of(match).version


def position(match: Match) -> State:
    """The committed position, as an object of its own."""
    assert match.state is not None, "a match that has not begun has no position"
    return _load(game_of(match), match.state, match.rules_version)


def _load(game: Game[Any], raw: dict[str, Any], version: int) -> State:
    """A stored position, brought up to the rules this code speaks."""
    state: State = game.load(raw if version == game.version else game.migrate(raw, version))
    return state


def version_at(match: Match, ply: int) -> int:
    """The rules version the position after a ply was stored by."""
    known = [segment["version"] for segment in match.segments if segment["ply"] <= ply]
    return int(known[-1]) if known else match.rules_version


def replayed(match: Match, start: int, raw: dict[str, Any], plies: Iterable[Ply]) -> State:
    """A stored position and the plies after it.

    Of older rules it goes as far as today's rules can follow: at worst the position stays the one
    before the turn, which was stored.
    """
    game, version = game_of(match), version_at(match, start)
    state = _load(game, raw, version)
    quiet = Log(on=False)
    for ply in plies:
        move = parse_move(ply.move)
        if version != game.version:
            try:
                game.require(state, ply.seat, move)
            except RulesError:
                break
        game.play_unchecked(state, ply.seat, move, quiet)
    return state


@dataclass
class Preview:
    """A position with a seat's draft on top: what only that seat may see."""

    state: State
    moves: list[Move]
    events: list[Event]
    base: State | None = None  # before the draft; nobody changes it
    parked: Move | None = None
    ended: bool = False  # by the move that ends a turn, or answers a question
    outcome: str = CONTINUES
    fault: RulesError | None = None  # the draft no longer applies; its rest was left out
    broken: Move | None = None  # the move that does not
    plan: bool = False  # made ahead of the turn, on the position expected then
    acts: bool = False  # a seat that does not owe, but may act now

    @property
    def whole(self) -> bool:
        """Does the draft end a turn? It may even if the same seat begins the next one."""
        return self.parked is not None or self.ended

    @property
    def frame_id(self) -> int:
        return self.state.stack[-1].id if self.state.stack else 0


def preview(match: Match, draft: Draft | None) -> Preview:
    """Replay a draft on the committed position. A parked move is shown but not applied."""
    return composed(game_of(match), position(match), draft)


def composed(game: Game[Any], state: State, draft: Draft | None) -> Preview:
    """A draft on a position, as far as it goes."""
    found = Preview(state, [], [], base=state)
    for move in map(parse_move, draft.moves if draft is not None else ()):
        try:
            add(game, found, cast(Draft, draft).seat, move)
        except RulesError as fault:
            found.fault, found.broken = fault, move
            break
    return found


def add(game: Game[Any], found: Preview, seat: int, move: Move) -> None:
    """Put one more move on the preview, or park it if it would end or reveal something."""
    if found.parked is not None:
        raise RulesError("nothing can follow a move that waits for Confirm")
    trial = game.clone(found.state)
    asked = game.lapse(trial, seat) is not None
    applied: Applied = game.apply(trial, seat, move)
    found.moves.append(move)
    # An answer is whole by itself, even if what comes next is its giver's own turn.
    answered = asked and bool(trial.stack) and trial.stack[-1].id != found.frame_id
    found.ended = answered or move == game.ending
    found.outcome = applied.outcome
    if applied.outcome == CONTINUES:
        found.state = trial
        found.events += applied.events
    else:
        found.parked = move
        if applied.outcome != BARRIER:
            found.events += applied.events
