"""`Step`: one piece of the rules. `docs/engine.md` tells how to write one."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from engine.core.errors import WhyNot
from engine.core.forms import Form
from engine.core.types import Frame, Log, Move, Seat, State

S = TypeVar("S", bound=State)


class Cited(NamedTuple):
    """A reason that needs no numbers: its rule and its code."""

    rule: str
    code: str


def push(
    s: State, step: str, seats: list[Seat], data: list[int] | None = None, pc: int = 0
) -> Frame:
    """Put a frame on top: it is dealt with before whatever is below goes on."""
    s.pushed += 1
    f = Frame(step, seats, s.pushed, pc, [] if data is None else data)
    s.stack.append(f)
    return f


def copy_stack(stack: list[Frame]) -> list[Frame]:
    """For a title's `clone`."""
    return [Frame(f.step, f.seats[:], f.id, f.pc, f.data[:]) for f in stack]


class Step(Generic[S]):
    """One piece of the rules: who may do what here, and what it does."""

    key: str = ""  # also the prompt key the presenter looks up
    verbs: tuple[str, ...] = ()  # every verb `moves` or `compose` can offer
    forms: tuple[Form, ...] = ()  # the numbers of these verbs, if the core shall check them
    interruptible: bool = False  # may overlays be used while this is on top?
    secret: bool = False  # are all its moves hidden from others? (`readers` says it by move)
    # Does the order of several seats' plays make no difference here?
    commutes: bool = False
    # Does what anybody may do here depend on nothing hidden? Then seats whose turn comes later may
    # look through this step and plan. True in all steps of a title with open information.
    open_information: bool = False
    # Verbs whose outcome a page may show before the click; never what lies behind a barrier.
    foreseen: tuple[str, ...] = ()
    # Said here of moves that belong to other steps ("choose a tile first"), and elsewhere of moves
    # that belong to this one ("no bonus is due").
    owed: Cited | None = None
    not_due: Cited | None = None

    def advance(self, s: S, f: Frame, log: Log) -> None:
        """On top and nobody owes anything: set `f.seats`, push, or pop."""
        s.stack.pop()

    def moves(self, s: S, f: Frame, seat: Seat) -> list[Move]:
        """Pure. May answer for seats that owe nothing. Of composed verbs a few examples."""
        return []

    def compose(self, s: S, f: Frame, seat: Seat) -> list[Form]:
        """The composed moves this seat may make now, narrowed to what makes sense for it."""
        return []

    def play(self, s: S, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        """Assumes a legal move."""
        raise NotImplementedError(self.key)

    def why_not(self, s: S, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        """Why a well-formed move is not possible; None lets the engine answer.

        For a composed verb this is what decides: None means legal.
        """
        return None

    def readers(self, s: S, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...] | None:
        """Who besides its player may read this move while the match runs; None is everybody.

        Asked before the move is played.
        """
        return () if self.secret else None

    def outline(self, s: S, f: Frame, seat: Seat, move: Move) -> Move | None:
        """What those who may not read this move are shown instead: the goods of an offer for its
        cards. None: only that something was decided."""
        return None

    def lapse(self, s: S, f: Frame, seat: Seat) -> Move | None:
        """What is played for a seat that owes here and lets its time for an answer run out.

        None: this is a turn and no small question, and whoever lets its time run out forfeits.
        """
        return None


def by_key(*steps: Step[S]) -> dict[str, Step[S]]:
    """A step table, refusing two steps with one key."""
    table = {step.key: step for step in steps}
    assert len(table) == len(steps), "two steps share a key"
    return table
