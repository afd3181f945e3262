"""Actions inside a step: a turn in which a seat does one of several things, or some of them.

An action is not a frame. The step holds the frame and its data; each action keeps `moves`, `play`
and `why_not` for its own verbs side by side, in a file of its own if it likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from engine.core.errors import WhyNot
from engine.core.forms import Form
from engine.core.step import Step
from engine.core.types import Frame, Log, Move, Seat, State

S = TypeVar("S", bound=State)


class Action(Generic[S]):
    """One thing a seat can do in a step."""

    verbs: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ()

    def moves(self, s: S, f: Frame, seat: Seat) -> list[Move]:
        return []

    def compose(self, s: S, f: Frame, seat: Seat) -> list[Form]:
        return []

    def play(self, s: S, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        raise NotImplementedError(type(self).__name__)

    def why_not(self, s: S, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return None

    def readers(self, s: S, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...] | None:
        return None

    def outline(self, s: S, f: Frame, seat: Seat, move: Move) -> Move | None:
        return None


class Menu(Step[S]):
    """A step that is the sum of its actions. Each verb belongs to one of them."""

    def __init__(self, *actions: Action[S]) -> None:
        self.actions: Sequence[Action[S]] = actions
        self.by_verb = {verb: action for action in actions for verb in action.verbs}
        self.verbs = tuple(verb for action in actions for verb in action.verbs)
        assert len(self.by_verb) == len(self.verbs), f"{self.key}: two actions share a verb"
        self.forms = tuple(form for action in actions for form in action.forms)

    def moves(self, s: S, f: Frame, seat: Seat) -> list[Move]:
        return [move for action in self.actions for move in action.moves(s, f, seat)]

    def compose(self, s: S, f: Frame, seat: Seat) -> list[Form]:
        return [form for action in self.actions for form in action.compose(s, f, seat)]

    def play(self, s: S, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        self.by_verb[move.verb].play(s, f, seat, move, log)

    def why_not(self, s: S, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        action = self.by_verb.get(move.verb)
        return None if action is None else action.why_not(s, f, seat, move)

    def readers(self, s: S, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...] | None:
        return self.by_verb[move.verb].readers(s, f, seat, move)

    def outline(self, s: S, f: Frame, seat: Seat, move: Move) -> Move | None:
        return self.by_verb[move.verb].outline(s, f, seat, move)
