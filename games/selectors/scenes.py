"""What one person sees of a match, gathered for a presenter. Reads only.

A presenter must not meet a State: it gets views, the moves on offer, and a function that says why
another move is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from engine.bots import registry
from engine.bots.base import ask, dice
from engine.core.errors import RulesError, WhyNot
from engine.core.forms import Form
from engine.core.game import Foreseen, Game
from engine.core.types import Event, Json, Move, ScoreSheet, State, parse_move
from engine.text.render import visible
from games.models import Draft, Entry, Match, Ply, Seat
from games.selectors.access import seat_for
from games.selectors.footings import Footing, footing, preview_on
from games.selectors.log import Line as Line
from games.selectors.log import newest
from games.selectors.plans import Stopped, stopped
from games.selectors.positions import game_of, position
from games.selectors.since import Since, since
from games.selectors.snapshots import state_at
from games.selectors.turns import Turn, at_of, look

# A turn: its moves, what they told, and the views of its seat before and after.
Told = tuple[list[Move], list[Event], dict[str, Any], dict[str, Any]]
LOG_SHOWN = 70  # entries on the match page; the rest is a click away


@dataclass(frozen=True)
class Attempt:
    """What somebody filled into the form of a composed move, by name of the input."""

    verb: str
    typed: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def given(self, name: str) -> list[str]:
        """What was said, in the order it was said; nothing where nothing was."""
        found = [text.strip().replace("−", "-") for text in self.typed.get(name, ())]
        return [text for text in found if text]


@dataclass
class Scene:
    match: Match
    seats: list[Seat]
    seat: Seat | None  # the viewer's; None is a spectator
    view: dict[str, Any]  # with the viewer's own draft on top
    before: dict[str, Any]  # as committed
    moves: list[Move] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)  # of moves too many to list
    attempt: Attempt | None = None  # what was refused just now, to be shown again
    why: Callable[[Move], WhyNot | None] = lambda move: None
    # What a move would lead to, where the title shows that before the click.
    foresee: Callable[[Move], Foreseen | None] = lambda move: None
    # The sheets if it ended now, as the viewer can count them: with their own secrets.
    outlook: Callable[[], list[ScoreSheet]] = lambda: []
    advise: Callable[[], Move | None] = lambda: None  # what the computer would do here
    last: Callable[[], Told | None] = lambda: None  # what the viewer did in their last turn
    at: str = ""
    draft: list[Move] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)  # of the draft
    parked: Move | None = None
    whole: bool = False  # may the draft be confirmed as it is?
    fault: RulesError | None = None
    broken: Move | None = None  # where the draft no longer holds
    stopped: Stopped | None = None  # why a plan that was to play itself did not
    standing: bool = False  # the plan plays itself when the turn comes
    entries: Sequence[Entry | Line] = ()  # the end of the log
    recalled: Sequence[Entry | Line] = ()  # older entries the presenter asked for
    planning: bool = False  # composing ahead of the turn, as if those before pass
    may_plan: bool = False
    acting: bool = False  # may act now, though others are to decide
    may_act: bool = False  # the same, whether or not a turn is being planned instead
    lapse: Move | None = None  # what is played if the viewer does not answer in time
    resting: bool = False  # a plan lies there that cannot be gone on with for now
    trace: str = ""  # address of the replay, if lines of the log shall lead there
    since: Since | None = None  # what happened since the viewer's last turn

    @property
    def number(self) -> int | None:
        return None if self.seat is None else self.seat.number

    @property
    def mine(self) -> bool:
        """Can the viewer decide something: their turn, a plan for it, or in between?"""
        return self.seat is not None and (self.seat.owes or self.planning or self.acting)

    @property
    def owes(self) -> bool:
        """Is the match waiting for the viewer?"""
        return self.seat is not None and self.seat.owes

    @property
    def owing(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.owes]


def scene(
    match: Match,
    user: User | None,
    recall: Sequence[str] = (),
    depth: int = 0,
    *,
    plan: bool | None = None,
) -> Scene:
    """Everything the match page of this person is made of.

    `plan` is what somebody who does not owe wants to do: plan their turn, or act now.
    """
    seats = list(match.seats.all())
    seat = seat_for(match, seats, user) if user is not None and user.is_authenticated else None
    number = None if seat is None else seat.number
    draft = _draft(match, seat)
    game = game_of(match)
    foot = Footing(position(match)) if seat is None else footing(match, seat, draft, plan)
    if not plan and not foot.acts and foot.draft is None:
        foot.plan = False  # whoever can only plan is asked first
    found = preview_on(match, foot)
    view: dict[str, Json] = game.view(found.state, number)
    drafted = bool(found.moves) and (len(found.moves) > 1 or found.parked is None)
    shown = Scene(match, seats, seat, view, view, planning=foot.plan)
    shown.may_plan, shown.may_act = foot.ahead is not None, foot.acts
    shown.acting = foot.acts and not foot.plan
    shown.resting = bool(draft and draft.moves and draft.plan) and foot.draft is None
    if match.is_running:
        shown.outlook = lambda: game.outlook(found.state, number)
    if drafted:
        shown.before = game.view(foot.base, number)
    if seat is not None and match.is_running:
        shown.at = at_of(seat, found)
        shown.draft, shown.events = found.moves, visible(found.events, seat.number)
        shown.parked, shown.whole = found.parked, found.whole
        shown.fault, shown.broken = found.fault, found.broken
        shown.standing = bool(draft and draft.standing)
        shown.lapse = game.lapse(foot.table, seat.number) if seat.owes else None
        if draft is not None and draft.standing and seat.owes:
            shown.stopped = stopped(match, draft, found)
        if found.parked is None:
            shown.moves = list(game.moves(found.state, seat.number))
            shown.forms = game.compose(found.state, seat.number)
            shown.foresee = lambda move: game.foresee(found.state, seat.number, move)
            shown.advise = lambda: _advice(game, found.state, seat.number)
        shown.last = lambda: _last_turn(match, seat.number)
        shown.why = lambda move: game.explain(found.state, seat.number, move)
    shown.entries = newest(match, number, LOG_SHOWN)[::-1]
    if recall:
        shown.recalled = newest(match, number, depth, recall)
    shown.since = since(match, seat, shown.entries)
    return shown


def _advice(game: Game[Any], state: State, number: int) -> Move | None:
    """What the best computer player would do in the seat's place, from what the seat can see.

    The dice are public: in worlds the seat cannot tell apart the advice is the same.
    """
    if number not in game.to_act(state):
        return None
    luck = dice(game.slug, state.ply, number)
    bot, budget = registry.get(registry.DEFAULT), registry.BOTS[registry.DEFAULT].budget
    return ask(bot, game, state, number, luck, budget)


def _last_turn(match: Match, number: int) -> Told | None:
    """What this seat did last, told from what it sees; None before its first turn."""
    own = Ply.objects.filter(match=match, seat=number, taken_back=False)
    newest_own = own.order_by("-number").first()
    if newest_own is None:
        return None
    plies = list(own.filter(turn=newest_own.turn).order_by("number"))
    game, state = game_of(match), state_at(match, plies[0].number - 1)
    before, events = game.view(state, number), []
    moves = [parse_move(ply.move) for ply in plies]
    for move in moves:
        events += visible(game.apply(state, number, move).events, number)
    return moves, events, before, game.view(state, number)


def standing(match: Match, user: User) -> Turn:
    """What the next request must bring along, and whether a draft is open: without a drawing."""
    seats = list(match.seats.all())
    seat = seat_for(match, seats, user)
    if seat is None or not match.is_running:
        return Turn(match, "", drafted=False)
    draft = _draft(match, seat)
    return Turn(match, at_of(seat, look(match, seat, draft)), bool(draft and draft.moves))


def _draft(match: Match, seat: Seat | None) -> Draft | None:
    """Only ever the viewer's own."""
    if seat is None or not seat.drafted or not match.is_running:
        return None
    return Draft.objects.filter(match=match, seat=seat.number).first()
