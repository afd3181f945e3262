"""Taking a turn: a private draft, undone at will, committed by Confirm.

So does a seat that does not owe but may act now. A plan for a coming turn is a draft, too, but
waits until its seat owes.

Every call names the decision its page answered (`at` = frame id and seat revision, and the ply the
page was drawn at). If the seat has moved on since, nothing happens and the caller shows the
position as it is now. A draft that no longer applies loses what does not, once, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec, cast

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.core.errors import RulesError
from engine.core.types import parse_move
from games.errors import DraftBroken, MovedOn, NotAllowed, Stale, TableClosed
from games.models import Draft, Match, Seat
from games.selectors.access import seat_for
from games.selectors.positions import Preview, add, game_of
from games.selectors.turns import Turn, at_of, completed, key_of, look, means_plan
from games.services import effects
from games.services.play import clocks, commit

LONGEST_DRAFT = 60
Given = ParamSpec("Given")


class OutOfTime(Exception):
    """A deadline has passed; what is due comes first, in a transaction of its own."""


def due_first(service: Callable[Given, Turn]) -> Callable[Given, Turn]:
    """The deadline decides, not the sweep that notices it: settle, then refuse as stale.

    What a broken draft loses is written in a transaction of its own too: the refusal undoes ours.
    """

    @wraps(service)
    def settled(*args: Given.args, **given: Given.kwargs) -> Turn:
        try:
            with transaction.atomic():
                return service(*args, **given)
        except OutOfTime:
            clocks.settle(code=str(given["code"]))
            raise Stale from None
        except DraftBroken:
            _drop_rest(code=str(given["code"]), user=cast(User, given["user"]))
            raise

    return settled


@due_first
def submit(*, code: str, user: User, moves: Sequence[str], at: str, confirm: bool = False) -> Turn:
    """Add moves to the seat's draft, all or none; with `confirm`, commit if the turn is whole."""
    parsed = [parse_move(text) for text in moves]
    match, seats, seat, draft = open_turn(code, user)
    found = look(match, seat, draft, plan=means_plan(at))
    require_fresh(seat, found, at)
    game = game_of(match)
    if len(found.moves) + len(parsed) > LONGEST_DRAFT:
        raise NotAllowed("draft-too-long")
    try:
        for move in parsed:
            add(game, found, seat.number, move)
    except RulesError as fault:
        if _drawn_before(found, at):
            raise MovedOn(fault) from fault
        raise
    if confirm and found.whole and not found.plan:
        return _commit(match, seats, seat, found, drafted=draft is not None)
    return _keep(match, seat, found)


@due_first
def undo(*, code: str, user: User, at: str, everything: bool = False) -> Turn:
    """Drop the last move of the draft, or all of it."""
    match, _seats, seat, draft = open_turn(code, user)
    found = look(match, seat, draft, plan=means_plan(at))
    require_fresh(seat, found, at)
    kept = [] if everything else found.moves[:-1]
    game = game_of(match)
    shorter = look(match, seat, None, plan=found.plan)
    for move in kept:
        add(game, shorter, seat.number, move)
    return _keep(match, seat, shorter)


@due_first
def confirm(*, code: str, user: User, at: str) -> Turn:
    """Commit the draft. A turn that only lacks its `end` gets it."""
    match, seats, seat, draft = open_turn(code, user)
    found = look(match, seat, draft, plan=means_plan(at))
    require_fresh(seat, found, at)
    if not seat.owes and not (found.acts and not found.plan):
        raise NotAllowed("not-your-turn-yet")  # the draft is kept and waits
    game = game_of(match)
    if not completed(game, found, seat.number):
        raise NotAllowed("turn-not-whole")
    return _commit(match, seats, seat, found, drafted=draft is not None)


def open_turn(code: str, user: User) -> tuple[Match, list[Seat], Seat, Draft | None]:
    match, seats = commit.lock_for_turn(code)
    if not match.is_running:
        raise TableClosed
    seat = seat_for(match, seats, user)
    if seat is None:
        raise NotAllowed("not-seated")
    if clocks.is_due(seats, timezone.now()):
        raise OutOfTime
    draft = None
    if seat.drafted:
        draft = Draft.objects.filter(match=match, seat=seat.number).first()
    return match, seats, seat, draft


def require_fresh(seat: Seat, found: Preview, at: str) -> None:
    if at.partition("-")[0] == key_of(seat, found):
        return
    if found.fault is not None and found.broken is not None:
        raise DraftBroken(found.broken, found.fault)
    raise Stale


def _drawn_before(found: Preview, at: str) -> bool:
    """Was the page drawn at an older position? Then what it offered may be gone by now."""
    drawn = at.partition("-")[2]
    return found.base is not None and drawn not in ("", str(found.base.ply))


@transaction.atomic
def _drop_rest(*, code: str, user: User) -> None:
    """Keep of a draft what still applies; every page drawn before is stale from now on."""
    match, _seats, seat, draft = open_turn(code, user)
    found = look(match, seat, draft)
    if found.fault is not None:
        _keep(match, seat, found)


def _keep(match: Match, seat: Seat, found: Preview) -> Turn:
    Draft.objects.update_or_create(
        match=match,
        seat=seat.number,
        defaults={
            "moves": [str(move) for move in found.moves],
            "parked": found.parked is not None,
            "plan": found.plan,
            "standing": False,  # what changes is looked at again
            "ply": match.ply,
            "updated_at": timezone.now(),
        },
    )
    seat.revision += 1
    Seat.objects.filter(pk=seat.pk).update(revision=seat.revision, drafted=True)
    at = at_of(seat, found)
    effects.nudge_draft(match, seat, at)
    return Turn(match, at, bool(found.moves))


def _commit(
    match: Match, seats: Sequence[Seat], seat: Seat, found: Preview, *, drafted: bool
) -> Turn:
    state = commit.append(
        match, seats, seat.number, found.moves, base=found.base, clear_draft=drafted
    )
    goes_on = seat.owes or game_of(match).may_act(state, seat.number)
    at = at_of(seat, Preview(state, [], [], base=state)) if goes_on else ""
    return Turn(match, at, drafted=False)
