"""Why a well-formed move is not legal: what the core can tell without asking the step.

In this order: the match is over; the seat has nothing to decide; the numbers make no sense; another
step comes first; this one is not due. The rest belongs to the step's `why_not`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import WhyNot
from engine.core.step import Cited, Step
from engine.core.types import Move, Seat, State

if TYPE_CHECKING:
    from engine.core.game import Game


def explain(game: Game[Any], s: State, seat: Seat, move: Move) -> WhyNot | None:
    """None if the move is legal now."""
    why = _explain(game, s, seat, move)
    if why is not None and not why.rule:
        why.rule = game.cites.get(why.code, game.cites.get(_family(why.code), ""))
    return why


def _family(code: str) -> str:
    """`no-such-tile` cites what "no-such" cites."""
    return "no-such" if code.startswith("no-such-") else code


def _explain(game: Game[Any], s: State, seat: Seat, move: Move) -> WhyNot | None:
    if not s.stack:
        return WhyNot("", "game-over")
    f = s.stack[-1]
    legal = game.moves(s, seat) if 0 <= seat < s.seats else []
    if move in legal:
        return None
    composed = {form.verb: form for form in game.compose(s, seat)} if 0 <= seat < s.seats else {}
    if not legal and not composed:
        return WhyNot("", "not-your-decision", {"seat": seat, "decides": f.seats[0]})
    wrong = _numbers(game, move)
    if wrong is not None:
        return wrong
    step = game.steps[f.step]
    if move.verb in game.overlays:
        if not step.interruptible:
            return WhyNot("", "not-interruptible")
        step = game.overlays[move.verb]
    elif move.verb not in step.verbs:
        other = _elsewhere(game, step, move)
        if other is not None:
            return WhyNot(*other)
    why = step.why_not(s, f, seat, move)
    if why is not None:
        return why
    if move.verb in composed:
        return None
    if move.verb in step.verbs or move.verb in game.overlays:
        if seat in f.seats:
            return WhyNot("", "not-offered")
        # It may do something here, but this is for others to decide.
        return WhyNot("", "not-your-decision", {"seat": seat, "decides": f.seats[0]})
    return WhyNot("", "not-now")


def _numbers(game: Game[Any], move: Move) -> WhyNot | None:
    """Do verb and numbers name anything at all?"""
    if move.verb not in game.verbs:
        return WhyNot("", "unknown-verb")
    form = game.forms.get(move.verb)
    return None if form is None else form.fault(move)


def _elsewhere(game: Game[Any], step: Step[Any], move: Move) -> Cited | None:
    """What the steps themselves say about a move that belongs to another one."""
    if step.owed is not None:
        return step.owed
    owners = [other for other in game.steps.values() if move.verb in other.verbs]
    return owners[0].not_due if len(owners) == 1 else None
