"""Surviving a change of the rules: the position goes on, its past is sealed.

A running match whose plies the new code might read differently gets a new origin: the position it
stands in. From there on replay is true again; what came before stays viewable from snapshots.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.models import Match, Snapshot
from games.selectors.positions import game_of, position, speaks
from games.services.play.remarks import remark


def needed(match: Match) -> bool:
    return match.is_running and not speaks(match)


def rebase(match: Match) -> None:
    """The caller holds the match's lock and saves the match."""
    game = game_of(match)
    state = position(match)  # migrated by the title
    raw = game.dump(state)
    match.state = match.origin = raw
    match.origin_ply = match.ply
    match.rules_version = game.version
    match.segments = [
        *match.segments,
        {"version": game.version, "ply": match.ply, "link": match.chain,
         "digest": game.digest(state)},
    ]  # fmt: skip
    remark(match, "rebase", timezone.now(), segment=len(match.segments) - 1)
    Snapshot.objects.update_or_create(match=match, ply=match.ply, defaults={"state": raw})


@transaction.atomic
def rebase_stored(*, code: str) -> bool:
    """For the command that goes through all matches after a deploy."""
    match = Match.objects.select_for_update(no_key=True).get(code=code)
    if not needed(match):
        return False
    rebase(match)
    match.save()
    return True
