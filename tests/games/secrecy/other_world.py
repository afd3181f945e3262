"""A match as it could be as well, for all that one reader knows."""

from __future__ import annotations

import random
from typing import Any

from django.db.models import Max
from django.utils import timezone

from engine.core.types import Move, parse_move
from games.models import Draft, Entry, Match, Note, Ply, Seat, Snapshot
from games.selectors.positions import game_of, position
from games.selectors.snapshots import state_at
from games.services import effects
from notices.models import Notice

NOBODY = 99


def enter_twin(match: Match, number: int | None, dice: random.Random) -> None:
    """Change everything this reader must not know; the chain and the commitment are columns."""
    game = game_of(match)
    twin = position(match)
    for seat in _hands(match, number):
        twin = game.redeal(twin, seat, dice)
    raw = game.dump(twin)
    Match.objects.filter(pk=match.pk).update(state=raw, seed=twin.seed, secret="f" * 64)
    if match.ply == match.origin_ply:
        Match.objects.filter(pk=match.pk).update(origin=raw)
    past = {ply: _redealt(match, ply, number, dice) for ply in _looked_back_at(match)}
    for ply, state in (past | {match.ply: raw}).items():
        Snapshot.objects.update_or_create(match=match, ply=ply, defaults={"state": state})
    _other_moves(match, number)
    _other_entries(match, number)
    firsts = {n: str(moves[0]) for n in range(match.size) if (moves := game.moves(twin, n))}
    _other_marks(match, number, firsts)


def _hands(match: Match, number: int | None) -> list[int]:
    """Whose knowledge the new deal respects; a spectator knows of no hand at all."""
    return list(range(match.size)) if number is None else [number]


def _looked_back_at(match: Match) -> set[int]:
    """Past positions that the pages of a replay and of a take-back are drawn from."""
    shown = (match.ply, match.ply // 2, 1)
    replayed = {ply for now in shown for ply in (now - 1, now)}
    standing = Ply.objects.filter(match=match, taken_back=False).order_by("seat")
    turns = standing.values_list("seat").annotate(Max("turn")).values_list("turn__max", flat=True)
    returns = {at for turn in turns for at in (turn - 2, turn - 1)}
    return {ply for ply in replayed | returns if 0 <= ply < match.ply}


def _redealt(match: Match, ply: int, number: int | None, dice: random.Random) -> dict[str, Any]:
    game = game_of(match)
    twin = state_at(match, ply)
    for seat in _hands(match, number):
        twin = game.redeal(twin, seat, dice)
    raw: dict[str, Any] = game.dump(twin)
    return raw


def _other_moves(match: Match, number: int | None) -> None:
    secret = Ply.objects.filter(match=match, secret=True)
    for ply in secret.exclude(seat=NOBODY if number is None else number):
        if number in ply.readers:
            continue
        was = parse_move(ply.move)
        Ply.objects.filter(pk=ply.pk).update(
            move=str(Move(was.verb, tuple((arg + 1) % 28 for arg in was.args)))
        )


def _other_entries(match: Match, number: int | None) -> None:
    """Private entries of others never were, and the rest is numbered without gaps."""
    rows = list(Entry.objects.filter(match=match).order_by("number"))
    own = [row for row in rows if row.to is None or number in row.to]
    Entry.objects.filter(pk__in=[row.pk for row in rows if row not in own]).delete()
    for k, row in enumerate(own, 1):
        if row.number != k:
            Entry.objects.filter(pk=row.pk).update(number=k)
    Match.objects.filter(pk=match.pk).update(entries=len(own))


def _other_marks(match: Match, number: int | None, can: dict[int, str]) -> None:
    """Others have other drafts, plans and notes, and saw and were told other things."""
    for seat in Seat.objects.filter(match=match).exclude(
        number=NOBODY if number is None else number
    ):
        Seat.objects.filter(pk=seat.pk).update(
            revision=seat.revision + 7, drafted=True, seen_ply=match.ply // 2, seen_message=10**6,
            skipped_at=timezone.now(),
        )  # fmt: skip
        Draft.objects.update_or_create(
            match=match,
            seat=seat.number,
            defaults={
                "moves": [can.get(seat.number, "rest")], "ply": match.ply, "standing": True,
            },
        )  # fmt: skip
        if seat.user is not None:
            Notice.objects.create(
                user=seat.user, kind=effects.MENTION, about=effects.about(match),
                data={**effects.facts(match), "who": "Somebody else"},
            )  # fmt: skip
            Note.objects.update_or_create(
                match=match, author=seat.user, defaults={"text": "They hold a flare."}
            )
    rooms = ["table"] if number is None else ["gallery"]
    match.messages.filter(room__in=rooms).update(text="Something else was said here.")
