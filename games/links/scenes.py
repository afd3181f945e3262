"""What the pages behind links show: a position as the link's seat sees it, and what was played."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from django.utils.safestring import SafeString

from engine.core.types import State, parse_move
from games.links.alive import SEAT, Decision
from games.models import Entry, Ply, Seat
from games.names import seat_name
from games.selectors.log import newest
from games.selectors.positions import game_of, position
from games.selectors.scenes import Scene
from games.selectors.walks import Walk, walk
from games.titles.base import Presenter

TOLD = 8  # sentences at most: the rest is in the log


def tried(decision: Decision, moves: Sequence[str]) -> Walk:
    """A turn on the position as it is. Raises a RulesError if it can't be played."""
    match = decision.match
    parsed = [parse_move(text) for text in moves]
    return walk(game_of(match), position(match), decision.seat.number, parsed)


def scene_of(decision: Decision, presenter: Presenter, turn: Walk | None = None) -> Scene:
    """The board of this seat, after a turn or as it is; nothing in it can be played."""
    match, number = decision.match, decision.seat.number
    game = game_of(match)
    before: State = position(match) if turn is None else turn.base
    after = before if turn is None else turn.state
    view = game.view(after, number)
    seats = _seats(decision.seats, set(game.to_act(after)))
    mine = copy.copy(seats[number])
    mine.owes = False
    shown = Scene(match, seats, mine, view, view if turn is None else game.view(before, number))
    if presenter.recall:
        shown.recalled = newest(match, number, presenter.recall_depth, presenter.recall)
    return shown


def _seats(seats: Sequence[Seat], owing: set[int]) -> list[Seat]:
    found = [copy.copy(seat) for seat in seats]
    for seat in found:
        seat.owes, seat.deadline = seat.number in owing, None
    return found


def told_since(decision: Decision, presenter: Presenter) -> list[SafeString | str]:
    """What happened after the position the link was made for, as its seat may read it."""
    match = decision.match
    reader = None if decision.dead == SEAT else decision.seat.number
    rows = Entry.objects.filter(match=match, ply__gt=decision.ticket.ply, taken_back=False)
    names = [seat_name(seat) for seat in decision.seats]
    texts = [
        presenter.sentence(entry, names)
        for entry in rows.readable_by(reader).order_by("-number")[: 3 * TOLD]
    ]
    return [text for text in texts if text][:TOLD][::-1]


def last_mover(decision: Decision) -> str:
    """Who moved last, "" if nobody did or it's over."""
    seat = (
        Ply.objects.filter(match=decision.match, number=decision.match.ply, taken_back=False)
        .values_list("seat", flat=True)
        .first()
    )
    return "" if seat is None else seat_name(decision.seats[seat])
