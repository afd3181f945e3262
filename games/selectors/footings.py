"""What a seat's moves are put on: its turn, the table as it is, or the position ahead.

A seat that owes takes its turn. One that does not may *act now*, if the rules let it (recall an
offer, for instance), and *plan*, if the position it will decide in can be foreseen. Both may be
possible at once, but a draft is one or the other, and every request says which it means.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.ahead import ahead
from engine.core.types import State
from games.models import Draft, Match, Seat
from games.selectors.positions import Preview, composed, game_of, position


@dataclass
class Footing:
    table: State  # the committed position; nobody changes it
    draft: Draft | None = None  # as far as it belongs here; what does not rests and is not lost
    acts: bool = False  # may the seat act now, though it does not owe?
    ahead: State | None = None  # where it will decide, if that can be foreseen
    plan: bool = False

    @property
    def base(self) -> State:
        return self.ahead if self.plan and self.ahead is not None else self.table


def footing(match: Match, seat: Seat, draft: Draft | None, plan: bool | None = None) -> Footing:
    """Where this seat stands. `plan` is what its player asks for, None is nothing in particular.

    A draft that can be gone on with decides: whoever wants the other thing undoes it first.
    """
    found = Footing(position(match))
    if seat.owes:
        found.draft = draft
        return found
    if match.hot_seat or not match.is_running:
        return found  # people at one device take turns
    game = game_of(match)
    owed = game.to_act(found.table)
    found.acts = seat.number not in owed and game.may_act(found.table, seat.number)
    found.ahead = ahead(game, found.table, seat.number)
    if draft is not None and draft.moves:
        possible = found.ahead is not None if draft.plan else found.acts
        found.draft = draft if possible else None
    if found.draft is not None:
        plan = found.draft.plan
    elif plan is None:
        # Nothing else can be done, or what was being planned has just been undone.
        plan = not found.acts or (draft is not None and draft.plan)
    found.plan = plan and found.ahead is not None
    return found


def preview_on(match: Match, found: Footing) -> Preview:
    """The footing with its draft on top."""
    shown = composed(game_of(match), found.base, found.draft)
    shown.plan, shown.acts = found.plan, found.acts
    return shown
