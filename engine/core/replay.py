"""Playing a record again: the proof that a match happened by these rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from engine.core.errors import BadRecord, RulesError
from engine.core.game import Game
from engine.core.record import Note, Ply, Record
from engine.core.types import Json, Log, State

S = TypeVar("S", bound=State)


def standing(record: Record) -> list[Ply | Note]:
    """The plies that count, with the rebases between them: take-backs mask what they took back."""
    kept: list[Ply | Note] = []
    for line in record.lines:
        if isinstance(line, Ply) or (isinstance(line, Note) and line.words[0] == "rebase"):
            kept.append(line)
        elif isinstance(line, Note) and line.words[0] == "takeback":
            keep = int(line.words[1])
            plies = sum(isinstance(item, Ply) for item in kept)
            if not 0 <= keep <= plies:
                raise BadRecord(f"cannot take back to ply {keep}: only {plies} were played")
            while plies > keep:
                if isinstance(kept.pop(), Note):
                    raise BadRecord("a take-back may not cross a rebase")
                plies -= 1
    return kept


def speaker(game: Game[S], version: int) -> Game[S] | None:
    """The rules of that version, as far as this program knows them."""
    return game if version == game.version else game.older(version)


def replay(
    game: Game[S],
    record: Record,
    upto: int | None = None,
    origins: Mapping[int, dict[str, Json]] | None = None,
) -> S:
    """The position after the record (or after `upto` plies), every move checked.

    A record that was rebased needs the snapshot the rebase started from: `origins`, by ply.
    """
    return _played(game, record, upto, origins)[1]


def _played(
    game: Game[S],
    record: Record,
    upto: int | None,
    origins: Mapping[int, dict[str, Json]] | None,
) -> tuple[Game[S], S]:
    """The rules that speak the last part, and the position."""
    if record.title != game.slug:
        raise BadRecord(f"this is a record of {record.title!r}, not of {game.slug!r}")
    lines = standing(record)
    start, ply, rebase = _origin(lines, upto)
    game = _speaker(game, record, rebase)
    if rebase is not None:
        if origins is None or ply not in origins:
            raise BadRecord(f"the match was rebased at ply {ply}; its snapshot is needed")
        s = game.load(origins[ply])
        if game.digest(s) != rebase.words[2]:
            raise BadRecord(f"the snapshot at ply {ply} is not the one the rebase names")
    elif not record.seed:
        raise BadRecord("the match still runs: its seed is not published")
    else:
        s, _ = game.setup(record.seats, record.options, record.seed)
    quiet = Log(on=False)
    for line in lines[start:]:
        if isinstance(line, Note) or ply == upto:
            break
        ply += 1
        if line.move is None:
            raise BadRecord(f"ply {ply} is masked")
        try:
            move = game.require(s, line.seat, line.move)
        except RulesError as error:
            raise BadRecord(f"ply {ply}, seat {line.seat}, {line.move}: {error}") from error
        game.play_unchecked(s, line.seat, move, quiet)
    return game, s


def _speaker(game: Game[S], record: Record, rebase: Note | None) -> Game[S]:
    version = record.version if rebase is None else int(rebase.words[1])
    found = speaker(game, version)
    if found is None:
        raise BadRecord(f"rules version {version}; this program speaks {game.version}")
    return found


def _origin(lines: list[Ply | Note], upto: int | None) -> tuple[int, int, Note | None]:
    """Where to start: index of the first line to play, plies before it, and the last rebase."""
    found: tuple[int, int, Note | None] = (0, 0, None)
    ply = 0
    for index, line in enumerate(lines):
        if isinstance(line, Ply):
            ply += 1
        elif upto is None or ply <= upto:
            found = (index + 1, ply, line)
    return found


def totals(game: Game[S], s: S) -> list[int]:
    return [sheet.total for sheet in game.score(s)]


def verify(
    game: Game[S], record: Record, origins: Mapping[int, dict[str, Json]] | None = None
) -> S:
    """Replay, and hold the record to the result and digest it claims."""
    game, s = _played(game, record, None, origins)
    if record.result:
        if s.stack:
            raise BadRecord("the record claims a result, but the match is not over")
        if totals(game, s) != record.result:
            got = " ".join(map(str, totals(game, s)))
            raise BadRecord(f"the result is {got}, not {' '.join(map(str, record.result))}")
    if record.digest and game.digest(s) != record.digest:
        raise BadRecord(f"the digest is {game.digest(s)}, not {record.digest}")
    return s


def retell(game: Game[S], record: Record) -> Record:
    """The same moves under today's rules, with today's version, result and digest."""
    fresh = replace(record, version=game.version)
    s = replay(game, fresh)
    fresh.result = [] if s.stack else totals(game, s)
    fresh.digest = game.digest(s)
    return fresh


def start(game: Game[S], s: S) -> Record:
    """An empty record of a match just set up."""
    return Record(game.slug, game.version, s.seats, dict(s.options), s.seed)


def close(game: Game[S], record: Record, s: S) -> Record:
    """The record with the result (if the match is over) and digest of its last position."""
    return replace(record, result=[] if s.stack else totals(game, s), digest=game.digest(s))
