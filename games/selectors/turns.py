"""Whose turn it is, and what a page must bring back to answer for it. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from accounts.models import User
from engine.core.game import Game
from games.models import Draft, Match, Seat
from games.selectors.footings import footing, preview_on
from games.selectors.positions import Preview, add
from ops.sql import scalar

AHEAD = "~"  # in the key of a page on which a coming turn is planned; without it, it counts now


def at_of(seat: Seat, found: Preview) -> str:
    """What a page must bring back to prove which decision it answers, and when it was drawn."""
    key = key_of(seat, found)
    return key if found.base is None else f"{key}-{found.base.ply}"


def key_of(seat: Seat, found: Preview) -> str:
    # A page that shows what is left of a broken draft answers that, not the draft as it was.
    plan, fault = AHEAD if found.plan else "", "!" if found.fault else ""
    return f"{found.frame_id}.{seat.revision}{plan}{fault}"


def means_plan(at: str) -> bool:
    """Was the page that sends this one on which a coming turn is planned?"""
    return AHEAD in at.partition("-")[0]


@dataclass
class Turn:
    """Where the seat stands after a request; the next one must bring `at` along."""

    match: Match
    at: str
    drafted: bool


def completed(game: Game[Any], found: Preview, number: int) -> bool:
    """Is it a whole turn? One that only lacks its end gets it."""
    end = game.ending
    if not found.whole and end is not None and end in game.moves(found.state, number):
        add(game, found, number, end)
    return found.whole


def look(match: Match, seat: Seat, draft: Draft | None, *, plan: bool | None = None) -> Preview:
    """The position this seat composes on: the table's, or the one ahead if it plans."""
    return preview_on(match, footing(match, seat, draft, plan))


def waiting_for(user: User) -> QuerySet[Seat]:
    """Seats where this player owes a decision: the nearest deadline first, skipped ones last."""
    return (
        Seat.objects.filter(user=user, owes=True, autopilot=False)
        .filter(match__status=Match.Status.RUNNING)
        .order_by(F("skipped_at").asc(nulls_first=True), "deadline", "pk")
    )


def waiting_turns(user: User) -> int:
    """How many of `waiting_for`; every page shows it, so its statement is written out."""
    return int(
        scalar(
            "SELECT count(*) FROM games_seat JOIN games_match ON games_match.id = match_id "
            "WHERE user_id = %s AND owes AND NOT autopilot AND status = 'running'",
            user.pk,
        )
    )
