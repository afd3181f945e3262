"""Does a plan made ahead still hold? Nothing here writes.

It must be legal to the last move and cost and bring the same as when it was left, by all that its
owner can see: whether it is played tells nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.ahead import ahead
from engine.core.errors import RulesError
from engine.core.game import Game
from engine.core.types import Move, State
from engine.text.render import visible
from games.models import Draft, Entry, Match
from games.selectors.positions import Preview, composed, game_of, preview, speaks
from games.selectors.snapshots import state_at


@dataclass
class Stopped:
    """Why a plan was not played."""

    code: str  # illegal | unfinished | price | rules
    move: Move | None = None
    fault: RulesError | None = None


def stopped(match: Match, draft: Draft, found: Preview | None = None) -> Stopped | None:
    """What keeps the plan from being played now that its seat owes; None if nothing does."""
    found = found or preview(match, draft)
    if found.fault is not None:
        return Stopped("illegal", found.broken, found.fault)
    if not found.whole:
        return Stopped("unfinished")
    if not speaks(match) or _rebased_since(match, draft):
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
    told = visible(found.events, seat)  # a plan must not fail by what its owner may not know
    events = [(event.kind, event.data) for event in told if event.seat == seat]
    assert found.base is not None
    before, after = _own(game, found.base, seat), _own(game, found.state, seat)
    return events, {key: after[key] - before[key] for key in before.keys() & after.keys()}


def _own(game: Game[Any], state: State, seat: int) -> dict[str, int]:
    """The numbers a title's view keeps for a seat: coins, workers, points."""
    players = game.view(state, seat).get("players")
    mine = players[seat] if isinstance(players, list) else {}
    return {k: v for k, v in mine.items() if type(v) is int} if isinstance(mine, dict) else {}
