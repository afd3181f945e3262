"""Bots take seats of their own and finish for players who left. One task is one decision."""

from __future__ import annotations

import structlog
from django.db import transaction

from engine.bots import registry
from engine.bots.base import ask, dice
from games.models import Draft, Match, Seat
from games.models.play import AUTOPILOT
from games.selectors.positions import game_of, position
from games.services import effects
from games.services.nudges import SEATS
from games.services.play import commit
from outbox.models import Effect

log = structlog.get_logger(__name__)


def wake(effect: Effect) -> None:
    """Handler of the outbox: let the bot that owes decide."""
    take_turn(code=effect.payload["match"], ply=effect.payload["ply"])


@transaction.atomic
def take_turn(*, code: str, ply: int) -> bool:
    """One decision of one bot. False when the match has moved on meanwhile."""
    match = commit.lock(code)
    if not match.is_running or match.ply != ply:
        return False
    seats = commit.seats_of(match)
    seat = next((s for s in seats if s.owes and (s.bot or s.autopilot)), None)
    if seat is None:
        return False
    game = game_of(match)
    luck = dice(match.seed, match.ply, seat.number)
    name = _player(match, seat)
    budget = registry.BOTS[name].budget
    move = ask(registry.get(name), game, position(match), seat.number, luck, budget)
    cause = "bot" if seat.bot else AUTOPILOT
    commit.append(match, seats, seat.number, [move], cause=cause)
    return True


def _player(match: Match, seat: Seat) -> str:
    """Who decides for the seat. A player that was given up is replaced: no match stops for it."""
    wanted = seat.bot or registry.DEFAULT
    name = registry.known(wanted)
    if name != wanted:
        log.warning("bot.unknown", match=match.code, seat=seat.number, bot=wanted, instead=name)
    return name


def hand_over(match: Match, seats: list[Seat], seat: Seat) -> None:
    """The player is gone: the computer finishes for the seat. The caller holds the lock."""
    before = effects.owing(seats)
    seat.autopilot = True
    seat.deadline = None
    seat.revision += 1
    seat.drafted = False
    seat.save(update_fields=["autopilot", "deadline", "revision", "drafted"])
    Draft.objects.filter(match=match, seat=seat.number).delete()
    effects.position_changed(match, seats, SEATS, before=before)
