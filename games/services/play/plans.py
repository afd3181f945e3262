"""A plan made ahead, played by itself when its turn comes, if it still is what its owner saw.

It must be legal to the last move and cost and bring the same as when it was left. Otherwise nothing
is played: the draft stays, and the next look at the page says why.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed
from games.models import Draft, Match, Seat
from games.selectors.plans import stopped
from games.selectors.positions import game_of, preview
from games.selectors.turns import Turn, at_of, completed, look, means_plan
from games.services import effects
from games.services.play import clocks, commit
from games.services.play.turns import due_first, open_turn, require_fresh
from outbox.models import Effect

ORDER = "order"  # the cause in the record: an order left beforehand


@due_first
def stand(*, code: str, user: User, at: str, on: bool) -> Turn:
    """Have the whole plan played when the turn comes, or no longer."""
    match, _seats, seat, draft = open_turn(code, user)
    found = look(match, seat, draft, plan=means_plan(at))
    require_fresh(seat, found, at)
    if draft is None or not found.plan or not completed(game_of(match), found, seat.number):
        raise NotAllowed("no-plan")
    draft.moves, draft.parked = [str(move) for move in found.moves], found.parked is not None
    draft.standing = on
    draft.ply = match.ply  # what its owner sees now is what it must cost then
    draft.updated_at = timezone.now()
    draft.save(update_fields=["moves", "parked", "standing", "ply", "updated_at"])
    seat.revision += 1
    Seat.objects.filter(pk=seat.pk).update(revision=seat.revision)
    at = at_of(seat, found)
    effects.nudge_draft(match, seat, at)
    return Turn(match, at, drafted=True)


def wake(effect: Effect) -> None:
    """Handler of the outbox: a seat that has a draft has come to owe."""
    play_standing(code=effect.payload["match"], ply=effect.payload["ply"])


@transaction.atomic
def play_standing(*, code: str, ply: int) -> bool:
    """Play one standing plan, the first in seat order. False if there is none that holds.

    The commit wakes us again for the next seat; a repeated call finds the match moved on.
    """
    match = Match.objects.select_for_update(no_key=True).filter(code=code).first()
    if match is None or not match.is_running or match.ply != ply:
        return False
    seats = commit.seats_of(match)
    if clocks.is_due(seats, timezone.now()):
        return clocks.settle_due(match, seats, timezone.now())
    waiting = {s.number: s for s in seats if s.owes and s.user_id and not s.autopilot}
    plans = Draft.objects.filter(match=match, seat__in=waiting, standing=True)
    for draft in plans.order_by("seat"):
        found = preview(match, draft)
        if stopped(match, draft, found) is None:
            draft.delete()
            commit.append(match, seats, draft.seat, found.moves, cause=ORDER)
            return True
    return False
