"""A plan made ahead, played by itself when its turn comes, if it still is what its owner saw.

It must be legal to the last move and cost and bring the same as when it was left. Otherwise nothing
is played: the draft stays, and the next look at the page says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.core.errors import RulesError
from engine.core.game import Game
from engine.core.types import Move, State
from games.errors import NotAllowed
from games.models import Draft, Entry, Match, Seat
from games.selectors.access import state_at
from games.selectors.positions import Preview, ahead, composed, game_of, preview
from games.services.play import clocks, commit, rebase
from games.services.play.turns import (
    Turn,
    at_of,
    completed,
    due_first,
    look,
    open_turn,
    require_fresh,
)
from outbox.models import Effect

ORDER = "order"  # the cause in the record: an order left beforehand


@dataclass
class Stopped:
    """Why a plan was not played."""

    code: str  # illegal | unfinished | price | rules
    move: Move | None = None
    fault: RulesError | None = None


@due_first
def stand(*, code: str, user: User, at: str, on: bool) -> Turn:
    """Have the whole plan played when the turn comes, or no longer."""
    match, _seats, seat, draft = open_turn(code, user)
    found = look(match, seat, draft)
    require_fresh(seat, found, at)
    if draft is None or seat.owes or not completed(game_of(match), found, seat.number):
        raise NotAllowed("no-plan")
    draft.moves, draft.parked = [str(move) for move in found.moves], found.parked is not None
    draft.standing = on
    draft.ply = match.ply  # what its owner sees now is what it must cost then
    draft.updated_at = timezone.now()
    draft.save(update_fields=["moves", "parked", "standing", "ply", "updated_at"])
    seat.revision += 1
    Seat.objects.filter(pk=seat.pk).update(revision=seat.revision)
    return Turn(match, at_of(seat, found), drafted=True)


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


def stopped(match: Match, draft: Draft, found: Preview | None = None) -> Stopped | None:
    """What keeps the plan from being played now that its seat owes; None if nothing does."""
    found = found or preview(match, draft)
    if found.fault is not None:
        return Stopped("illegal", found.broken, found.fault)
    if not found.whole:
        return Stopped("unfinished")
    if rebase.needed(match) or _rebased_since(match, draft):
        return Stopped("rules")
    game = game_of(match)
    foreseen = ahead(game, state_at(match, draft.ply), draft.seat)
    if foreseen is None:
        return Stopped("price")
    meant = composed(game, foreseen, draft)
    same = meant.fault is None and _bill(game, meant, draft.seat) == _bill(game, found, draft.seat)
    return None if same else Stopped("price")


def _rebased_since(match: Match, draft: Draft) -> bool:
    if match.origin_ply < draft.ply:
        return False
    changed = Entry.objects.filter(match=match, kind="!rebase", at__gte=draft.updated_at)
    return changed.exists()


def _bill(game: Game[Any], found: Preview, seat: int) -> tuple[object, object]:
    """What a draft does to its owner: own events with their prices, and what it changes."""
    events = [(event.kind, event.data) for event in found.events if event.seat == seat]
    assert found.base is not None
    before, after = _own(game, found.base, seat), _own(game, found.state, seat)
    return events, {key: after[key] - before[key] for key in before.keys() & after.keys()}


def _own(game: Game[Any], state: State, seat: int) -> dict[str, int]:
    """The numbers a title's view keeps for a seat: coins, workers, points."""
    players = game.view(state, seat).get("players")
    mine = players[seat] if isinstance(players, list) else {}
    return {k: v for k, v in mine.items() if type(v) is int} if isinstance(mine, dict) else {}
