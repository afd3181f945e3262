"""The interpreter: `Step` (step.py) is a piece of the rules, `Game` a title made of steps.

A match is a stack of frames. The frame on top says which step is at work and who owes a decision;
`run` lets steps proceed until somebody does. Everything a title must write is listed in `Game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine.core import codec, reasons
from engine.core.errors import (
    BadNotation,
    BadOptions,
    BadSnapshot,
    GameOver,
    IllegalMove,
    NotYourDecision,
    WhyNot,
)
from engine.core.forms import Form
from engine.core.rng import Dice
from engine.core.step import Step as Step
from engine.core.step import by_key as by_key
from engine.core.step import copy_stack as copy_stack
from engine.core.step import push as push
from engine.core.types import (
    Applied,
    Event,
    Json,
    Log,
    Move,
    Option,
    ScoreSheet,
    Seat,
    State,
    is_move,
)

S = TypeVar("S", bound=State)

# Steps proceed in a handful of advances; whoever needs this many is going round in circles.
RUNAWAY: Final = 10_000

CONTINUES: Final = "continues"
HANDS_OVER: Final = "hands_over"
BARRIER: Final = "barrier"


@dataclass
class Foreseen:
    """What a move would lead to, as its player would see it."""

    view: dict[str, Json]
    events: list[Event]


class Game(Generic[S]):
    """A title. Stateless: one object serves all matches."""

    slug: str = ""
    version: int = 1  # bumped when a change alters any legal move, outcome or state field
    stage: str = "alpha"  # alpha | beta | rated
    seats: range = range(2, 5)
    options: tuple[Option, ...] = ()
    max_plies: int = 1000  # no match is longer, whatever is played
    # Does everybody see everything but future chance? Then seats may look ahead through every step;
    # else only through those that say so, for what others could do next may tell what they hold.
    open_information: bool = False
    # How a seat does nothing: the first that's legal, and again, until it's no longer asked. Plans
    # made ahead let those before them do so; without any, nobody plans in this title.
    passing: tuple[Move, ...] = ()
    # Ends a turn that could go on; whoever confirms without it gets it added.
    ending: Move | None = None
    state_type: type[S]
    steps: dict[str, Step[S]]
    overlays: dict[str, Step[S]]  # by verb, usable while an interruptible step is on top
    # Rules that the engine's own reasons cite, by code: {"game-over": "R11.1", "no-such": "R13.2"}.
    cites: dict[str, str] = {}

    def __init__(self) -> None:
        if not hasattr(self, "overlays"):
            self.overlays = {}
        distinct: dict[int, Step[S]] = {id(step): step for step in self.overlays.values()}
        self._overlay_steps: list[Step[S]] = list(distinct.values())
        # Overlays are found by verb, so a step that can be interrupted must not use their verbs.
        for step in self.steps.values():
            if step.interruptible:
                clash = set(step.verbs) & set(self.overlays)
                assert not clash, f"{self.slug}: {step.key} shares verbs with overlays: {clash}"
        every = [*self.steps.values(), *self._overlay_steps]
        self.verbs: set[str] = {verb for step in every for verb in step.verbs}
        self.forms: dict[str, Form] = {}  # by verb: one verb is written in one way
        for step in every:
            for form in step.forms:
                assert form.verb in step.verbs, f"{self.slug}: {step.key} has no {form.verb}"
                known = self.forms.setdefault(form.verb, form)
                assert known == form, f"{self.slug}: {form.verb} is written in two ways"

    # -- written by the title -------------------------------------------------------------------

    def new(self, seats: int, options: dict[str, int], seed: str) -> S:
        """An empty table."""
        return self.state_type(seats, options, seed)

    def deal(self, s: S, log: Log) -> None:
        """Fill the table and push the first frame."""
        raise NotImplementedError

    def clone(self, s: S) -> S:
        """A copy that shares nothing mutable, field by field (the hot path of every search)."""
        raise NotImplementedError

    def view(self, s: S, seat: Seat | None) -> dict[str, Json]:
        """A new dict of what this seat may see (None: a spectator). A whitelist."""
        raise NotImplementedError

    def score(self, s: S) -> list[ScoreSheet]:
        """One sheet per seat, in seat order; callable at any time. While the match runs, of what
        everybody can see."""
        raise NotImplementedError

    def outlook(self, s: S, seat: Seat | None) -> list[ScoreSheet]:
        """The sheets as this seat can count them: with its own secrets, and nobody else's."""
        return self.score(s)

    def redeal(self, s: S, seat: Seat, rng: Dice) -> S:
        """Another world this seat cannot tell from this one. Always with a new seed."""
        raise NotImplementedError

    def check(self, s: S) -> None:
        """Assert that nothing got lost: pieces, coins, cards. For tests and fuzzing."""

    def migrate(self, raw: dict[str, Json], version: int) -> dict[str, Json]:
        """A dump made by an older rules version, as this version would have written it."""
        if version != self.version:
            raise BadSnapshot(f"{self.slug} {self.version} cannot read version {version}")
        return raw

    def older(self, version: int) -> Game[S] | None:
        """The rules as they were in an older version, to prove and replay what was played by them.

        None if they are not kept: such plies are then taken on trust, and `verify` says so.
        """
        return None

    # -- supplied -------------------------------------------------------------------------------

    def setup(self, seats: int, options: dict[str, int], seed: str) -> tuple[S, list[Event]]:
        """A match ready for its first decision. Options left out get their default."""
        s = self.new(seats, self.complete(seats, options, seed), seed)
        log = Log()
        self.deal(s, log)
        self.run(s, log)
        return s, log.events

    def complete(self, seats: int, options: dict[str, int], seed: str) -> dict[str, int]:
        """Check what a match starts from; answer all options, defaults filled in."""
        if seats not in self.seats:
            raise BadOptions(f"{self.slug} is not for {seats} seats", "seats")
        if not 8 <= len(seed) <= 128 or len(seed) % 2 or not set(seed) <= set("0123456789abcdef"):
            raise BadOptions("a seed is 8 to 128 lower-case hex digits, an even number", "seed")
        known = {option.key: option for option in self.options}
        for key, value in options.items():
            if key not in known:
                raise BadOptions(f"{self.slug} has no option {key!r}", key)
            if type(value) is not int or value not in known[key].choices_for(seats):
                raise BadOptions(f"option {key!r} cannot be {value!r}", key)
        return {
            option.key: options.get(option.key, option.default_for(seats))
            for option in self.options
        }

    def to_act(self, s: S) -> list[Seat]:
        """Who owes a decision; empty exactly when the match is over."""
        return s.stack[-1].seats[:] if s.stack else []

    def prompt(self, s: S) -> str:
        """Key of the step that waits, "" when the match is over."""
        return s.stack[-1].step if s.stack else ""

    def header(self, s: S, seat: Seat | None) -> dict[str, Json]:
        """The keys all views have in common; a title's `view` starts from them."""
        return {
            "title": self.slug,
            "version": self.version,
            "seats": s.seats,
            "options": dict(s.options),
            "seat": -1 if seat is None else seat,
            "ply": s.ply,
            "turn": s.turn,
            "to_act": list(self.to_act(s)),
            "prompt": self.prompt(s),
        }

    def moves(self, s: S, seat: Seat) -> list[Move]:
        """Everything this seat may do now. Read it, never change it."""
        if not s.stack:
            return []
        f = s.stack[-1]
        step = self.steps[f.step]
        found = step.moves(s, f, seat)
        if step.interruptible:
            for overlay in self._overlay_steps:
                more = overlay.moves(s, f, seat)
                if more:
                    found = found + more
        return found

    def compose(self, s: S, seat: Seat) -> list[Form]:
        """Composed moves this seat may make now, narrowed to what makes sense for it."""
        if not s.stack:
            return []
        f = s.stack[-1]
        step = self.steps[f.step]
        found = step.compose(s, f, seat)
        if step.interruptible:
            for overlay in self._overlay_steps:
                found = [*found, *overlay.compose(s, f, seat)]
        return found

    def may_act(self, s: S, seat: Seat) -> bool:
        """Can this seat do anything now, owed or not?"""
        return bool(self.moves(s, seat) or self.compose(s, seat))

    def step_for(self, s: S, move: Move) -> Step[S]:
        """The step, or the overlay, that deals with a move of this verb now."""
        step = self.steps[s.stack[-1].step]
        if step.interruptible and move.verb in self.overlays:
            return self.overlays[move.verb]
        return step

    def readers(self, s: S, seat: Seat, move: Move) -> tuple[Seat, ...] | None:
        """Who besides its player may read this move, played now, while the match runs.

        None is everybody. Others are shown its `outline`.
        """
        return self.step_for(s, move).readers(s, s.stack[-1], seat, move)

    def outline(self, s: S, seat: Seat, move: Move) -> Move | None:
        """What those who may not read this move are shown instead; None: nothing."""
        return self.step_for(s, move).outline(s, s.stack[-1], seat, move)

    def is_open(self, s: S) -> bool:
        """Does what anybody may do now depend on nothing hidden?"""
        return self.open_information or self.steps[s.stack[-1].step].open_information

    def lapse(self, s: S, seat: Seat) -> Move | None:
        """What is played for a seat that lets its time for an answer run out; None: a turn."""
        if not s.stack or seat not in s.stack[-1].seats:
            return None
        f = s.stack[-1]
        return self.steps[f.step].lapse(s, f, seat)

    @property
    def asks(self) -> bool:
        """Are there small questions in this title, with a time of their own?"""
        return any(type(step).lapse is not Step.lapse for step in self.steps.values())

    def foresee(self, s: S, seat: Seat, move: Move) -> Foreseen | None:
        """What this legal move would lead to, where the title shows that before the click.

        None where it does not, and where chance or a reveal lies in between.
        """
        move = self.require(s, seat, move)
        if move.verb not in self.step_for(s, move).foreseen:
            return None
        trial = self.clone(s)
        applied = self.apply(trial, seat, move)
        if applied.outcome == BARRIER:
            return None
        seen = [event for event in applied.events if event.to is None or seat in event.to]
        return Foreseen(self.view(trial, seat), seen)

    def apply(self, s: S, seat: Seat, move: Move) -> Applied:
        """Check, play, run to the next decision. Raises a RulesError with the state untouched."""
        move = self.require(s, seat, move)
        drawn = sum(s.drawn.values())
        reveals = s.reveals
        log = Log()
        self.play_unchecked(s, seat, move, log)
        if log.stopped or s.reveals != reveals or sum(s.drawn.values()) != drawn:
            return Applied(log.events, BARRIER)
        if s.stack and seat in s.stack[-1].seats:
            return Applied(log.events, CONTINUES)
        return Applied(log.events, HANDS_OVER)

    def require(self, s: S, seat: Seat, move: Move) -> Move:
        """The legal move equal to this one, or the RulesError that forbids it.

        Play the answer, not the argument: `choose:3.0` equals `choose:3`, but no table has a
        place 3.0, and a rule would stumble over it half-way.
        """
        if not s.stack:
            raise GameOver
        seated = type(seat) is int and 0 <= seat < s.seats
        legal = self.moves(s, seat) if seated else []
        try:
            return legal[legal.index(move)]
        except ValueError:
            pass
        composed = {form.verb for form in self.compose(s, seat)} if seated else set()
        if not legal and not composed:
            raise NotYourDecision(seat, self.to_act(s))
        if not is_move(move):
            raise BadNotation(repr(move))
        why = self.explain(s, seat, move)
        if why is None and move.verb in composed:
            return move
        raise IllegalMove(move, why or WhyNot("", "not-offered"))

    def explain(self, s: S, seat: Seat, move: Move) -> WhyNot | None:
        """Why this well-formed move is not legal now; None if it is.

        The engine answers what it can tell by itself (reasons.py) and asks the step, or the
        overlay the verb belongs to, for the rest.
        """
        return reasons.explain(self, s, seat, move)

    def play_unchecked(self, s: S, seat: Seat, move: Move, log: Log) -> None:
        """Play a move known to be legal: for bots, after picking from `moves`."""
        f = s.stack[-1]
        step = self.steps[f.step]
        if step.interruptible and move.verb in self.overlays:
            step = self.overlays[move.verb]
        s.ply += 1
        step.play(s, f, seat, move, log)
        self.run(s, log)

    def run(self, s: S, log: Log) -> None:
        """Let steps proceed until somebody owes a decision or nothing is left."""
        stack = s.stack
        steps = self.steps
        for _ in range(RUNAWAY):
            if not stack:
                return
            f = stack[-1]
            if f.seats:
                return
            steps[f.step].advance(s, f, log)
        raise AssertionError(f"runaway in {s.stack[-1].step}")

    def ranking(self, s: S) -> list[int]:
        """The place of each seat, by seat: 1 is first, equals share (1, 2, 2, 4)."""
        keys = [(sheet.total, *sheet.tiebreaks) for sheet in self.score(s)]
        return [1 + sum(other > key for other in keys) for key in keys]

    def dump(self, s: S) -> dict[str, Json]:
        """The whole position as plain JSON values, secrets and all."""
        return codec.dump(s)

    def load(self, raw: dict[str, Json]) -> S:
        """The inverse of `dump`; BadSnapshot if it is not a position of this title."""
        s = codec.load(self.state_type, raw)
        for f in s.stack:
            if f.step not in self.steps:
                raise BadSnapshot(f"{self.slug} has no step {f.step!r}")
        return s

    def digest(self, s: S) -> str:
        """Fingerprint of the position."""
        return codec.digest(self.dump(s))
