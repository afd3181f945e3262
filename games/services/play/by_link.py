"""A turn taken by a link of a mail: no log-in, one seat, one decision, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.core.types import parse_move
from games.errors import NotAllowed
from games.links.alive import LinkDead, code_of, death
from games.links.tokens import BadLink, Ticket, read
from games.models import Match
from games.selectors.positions import game_of, position
from games.selectors.walks import walk
from games.services.play import clocks, commit
from games.services.play.turns import OutOfTime


@dataclass
class Played:
    """What a link did: the plies of `match` after `first`, up to its present one."""

    ticket: Ticket
    match: Match
    seat: int
    first: int


def play(*, token: str, moves: Sequence[str] = ()) -> Played:
    """Take the turn a link proposes, or with a link to a decision, the one in `moves`.

    Raises BadLink, LinkDead with the reason, or what the rules have against the moves.
    """
    ticket = read(token)
    code = code_of(ticket)
    if code is None:
        raise BadLink
    chosen = ticket.moves or tuple(moves)
    try:
        return _play(ticket, code, chosen)
    except OutOfTime as late:
        clocks.settle(code=code)
        if late.args:  # it was dead already: this seat's own time, whatever the clock made of it
            raise LinkDead(str(late.args[0])) from None
    return _play(ticket, code, chosen)  # somebody else's: our turn may be as open as before


@transaction.atomic
def _play(ticket: Ticket, code: str, moves: Sequence[str]) -> Played:
    match, seats = commit.lock_for_turn(code)
    now = timezone.now()
    user = User.objects.filter(pk=ticket.user).first()
    why = death(ticket, user, match, seats, now)
    if match.is_running and clocks.is_due(seats, now):
        # What is due comes first, in a transaction of its own.
        raise OutOfTime(why) if why else OutOfTime
    if why:
        raise LinkDead(why)
    seat = next(seat for seat in seats if seat.pk == ticket.seat)
    turn = walk(game_of(match), position(match), seat.number, [parse_move(m) for m in moves])
    if not turn.whole:
        raise NotAllowed("turn-not-whole")
    # A draft is what its owner considered; this is what they decided.
    commit.append(
        match, seats, seat.number, turn.moves, now=now, base=turn.base, clear_draft=seat.drafted
    )
    return Played(ticket, match, seat.number, ticket.ply)
