"""Appending plies to a match: the one place where a position moves on.

The caller holds the match row's lock. All that a commit causes is written in the same transaction:
plies, log entries, snapshot, owed seats, effects.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from engine.core import codec, fairness
from engine.core.game import BARRIER, Game
from engine.core.types import Event, Move, State
from games.models import Entry, Match, Ply, Seat, Snapshot
from games.models.play import CLOCK
from games.selectors.positions import game_of, position
from games.services import effects
from games.services.play import finish, rebase
from ops.sql import Batch, Rows

POSITION_FIELDS = ("state", "ply", "entries", "chain", "moved_at")
ORIGIN_FIELDS = ("rules_version", "origin", "origin_ply", "segments")


def lock(code: str) -> Match:
    """The match row, locked until the transaction ends. Its origin is large and seldom needed.

    Not its key: whoever writes a row that belongs to the match need not wait for us.
    """
    return Match.objects.select_for_update(no_key=True).defer("origin").get(code=code)


# What taking a turn reads of a match and its seats.
TURN = Rows(
    Match,
    "WHERE code = %s",
    only=(
        "code", "title", "name", "status", "size", "rules_version", "hot_seat", "pace",
        "seed", "state", "ply", "entries", "chain",
    ),
    locked=True,
)  # fmt: skip
TURN_SEATS = Rows(
    Seat,
    "WHERE match_id = %s ORDER BY number",
    only=(
        "match_id", "number", "user_id", "bot", "autopilot", "owes", "answers", "deadline",
        "revision", "drafted",
    ),
    extra={
        "by_guest": "(SELECT is_guest FROM accounts_user WHERE accounts_user.id = user_id)",
    },
)  # fmt: skip


def lock_for_turn(code: str) -> tuple[Match, list[Seat]]:
    """The match and its seats with what a turn needs; anything else would be fetched when asked."""
    found = TURN.fetch(code)
    if not found:
        raise Match.DoesNotExist
    return found[0], TURN_SEATS.fetch(found[0].pk)


def seats_of(match: Match) -> list[Seat]:
    return list(match.seats.select_related("user").order_by("number"))


def append(
    match: Match,
    seats: Sequence[Seat],
    number: int,
    moves: Sequence[Move],
    *,
    cause: str = "",
    now: datetime | None = None,
    base: State | None = None,
    clear_draft: bool = False,
) -> State:
    """Apply moves of one seat, checked, and write everything that follows from them.

    `base` is the committed position, if the caller has it at hand; it is changed.
    """
    now = now or timezone.now()
    game = game_of(match)
    if rebase.needed(match):
        rebase.rebase(match)
        match.save(update_fields=ORIGIN_FIELDS)
        base = None
    state = base or position(match)
    owed_before = effects.owing(seats)
    asked_before = questions(game, state)
    plies: list[Ply] = []
    events: list[tuple[int, Event]] = []
    link = match.chain
    first = state.ply + 1
    for move in moves:
        readers = game.readers(state, number, move)
        outline = None if readers is None else game.outline(state, number, move)
        applied = game.apply(state, number, move)
        match.state = game.dump(state)
        digest = codec.digest(match.state)
        link = fairness.link(link, match.seed, state.ply, number, move, digest)
        plies.append(
            Ply(
                match=match,
                number=state.ply,
                turn=first,
                seat=number,
                move=str(move),
                cause=cause,
                secret=readers is not None,
                readers=list(readers or ()),
                outline="" if outline is None else str(outline),
                barrier=applied.outcome == BARRIER,
                link=link,
                at=now,
            )
        )
        events += [(state.ply, event) for event in applied.events]
    batch = Batch()
    batch.insert(plies)
    match.chain = link
    write_position(match, state, events, now, batch)
    asked = questions(game, state)
    if not asked:
        batch.send()
        finish.close(match, seats, state, now=now)
        return state
    if asked.keys() != owed_before:
        batch.insert([Snapshot(match=match, ply=state.ply, state=match.state)])
    anew = {seat for seat in owed_before & asked.keys() if asked[seat] != asked_before.get(seat, 0)}
    if cause == CLOCK and number in asked:
        anew.add(number)  # what ran out was the time for what has just been played
    _update_seats(match, seats, asked, anew, mover=number, now=now, batch=batch)
    if clear_draft:
        batch.add("DELETE FROM games_draft WHERE match_id = %s AND seat = %s", match.pk, number)
    save_position(match, batch)
    batch.send()
    effects.position_changed(match, seats, before=owed_before, again={number, *anew})
    return state


def questions(game: Game[Any], state: State) -> dict[int, int]:
    """Who owes, and what: 0 is a turn, the number of its frame a question to be answered."""
    frame = state.stack[-1].id if state.stack else 0
    return {seat: 0 if game.lapse(state, seat) is None else frame for seat in game.to_act(state)}


def write_position(
    match: Match, state: State, events: Sequence[tuple[int, Event]], now: datetime, batch: Batch
) -> None:
    """Log entries and what counts them, on the object; the caller saves the match."""
    batch.insert(
        Entry(
            match=match, number=match.entries + index, ply=ply, seat=event.seat,
            kind=event.kind, data=event.data, to=None if event.to is None else list(event.to),
            at=now,
        )
        for index, (ply, event) in enumerate(events, 1)
    )  # fmt: skip
    match.entries += len(events)
    match.ply = state.ply
    match.moved_at = now


def save_position(match: Match, batch: Batch) -> None:
    batch.update(match, **{name: getattr(match, name) for name in POSITION_FIELDS})


def _update_seats(
    match: Match,
    seats: Sequence[Seat],
    asked: Mapping[int, int],
    anew: Collection[int],
    *,
    mover: int | None,
    now: datetime,
    batch: Batch,
) -> None:
    """Who owes now, and until when.

    A seat that still owes keeps its deadline, unless what it owes is another thing (`anew`).
    """
    for seat in seats:
        owes, answers = seat.number in asked, bool(asked.get(seat.number))
        changes: dict[str, Any] = {}
        if owes != seat.owes or seat.number in anew:
            changes = {
                "owes": owes,
                "answers": answers,
                "deadline": deadline_of(match, seat, now, answer=answers) if owes else None,
                "skipped_at": None,
            }
        if seat.number == mover:
            changes |= {"revision": seat.revision + 1, "seen_ply": match.ply, "drafted": False}
        if changes:
            batch.update(seat, **changes)


def deadline_of(
    match: Match, seat: Seat, now: datetime, *, answer: bool = False
) -> datetime | None:
    """By when a seat that owes must have decided. Bots, and people at one device, have no clock."""
    if seat.user_id is None or seat.autopilot or match.hot_seat:
        return None
    return match.pace.deadline(now, guest=seat.is_guest, answer=answer)


def first_position(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """Deal, write the opening log, say who owes the first decision."""
    game = game_of(match)
    state, events = game.setup(match.size, match.options, match.seed)
    match.options = dict(state.options)
    match.origin = game.dump(state)
    match.origin_ply = 0
    match.rules_version = game.version
    match.chain = fairness.first_link(
        match.title, game.version, match.size, match.options, match.commitment
    )
    match.segments = [{"version": game.version, "ply": 0, "link": match.chain}]
    match.state = match.origin
    batch = Batch()
    before = effects.owing(seats)
    write_position(match, state, [(0, event) for event in events], now, batch)
    batch.insert([Snapshot(match=match, ply=0, state=match.state)])
    _update_seats(match, seats, questions(game, state), (), mover=None, now=now, batch=batch)
    batch.send()
    match.save()
    effects.position_changed(match, seats, before=before)
