"""Checking a downloaded record: the commitment was kept, the seed follows, no ply was changed.

A record of a finished match carries what the site knew in platform lines: `! match CODE`,
`! secret HEX`, `! nonce TEXT` for each player who brought one, and `! chain HEX`, the last link.
Where the rules changed, `! origin LINK POSITION` follows the `! rebase` line: each part is checked
by a program that speaks its rules, from the position the rebase names to the link it ends with.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core import codec, fairness
from engine.core.errors import BadRecord
from engine.core.game import Game
from engine.core.record import Note, Ply, Record
from engine.core.replay import standing
from engine.core.types import Json, Log

LARGEST: Final = 1_000_000  # of a position, unpacked: records come from strangers


def facts(record: Record, word: str) -> list[str]:
    """What platform lines beginning with this word say."""
    return [
        line.words[1]
        for line in record.lines
        if isinstance(line, Note) and line.words[0] == word and len(line.words) > 1
    ]


def _one(record: Record, word: str) -> str:
    found = facts(record, word)
    if len(found) != 1:
        raise BadRecord(f"a record to be verified has one '! {word}' line, this has {len(found)}")
    return found[0]


def origin(link: str, raw: dict[str, Json]) -> Note:
    """The line after a rebase: the link before it and the position play went on from."""
    packed = zlib.compress(json.dumps(raw, sort_keys=True, separators=(",", ":")).encode(), 9)
    return Note(["origin", link, base64.urlsafe_b64encode(packed).decode()])


def origins(record: Record) -> dict[int, dict[str, Json]]:
    """The positions a rebased match went on from, by ply; each is the one its rebase names."""
    return {part.start: part.raw for part in _parts(record) if part.raw is not None}


@dataclass
class Proof:
    """What was checked: plies replayed, and plies of rules this program does not speak."""

    plies: int = 0
    sealed: int = 0


@dataclass
class _Part:
    """What was played under one version of the rules."""

    version: int
    start: int
    link: str
    raw: dict[str, Json] | None = None  # None: the deal
    plies: list[Ply] = field(default_factory=list)


def prove(game: Game[Any], record: Record) -> Proof:
    """Hold the record to its commitment, seed and chain; answer how much of it was checked."""
    code, secret = _one(record, "match"), _one(record, "secret")
    if fairness.commitment(secret, code) != record.commitment:
        raise BadRecord("the secret is not the one that was committed to")
    if fairness.seed(secret, code, facts(record, "nonce")) != record.seed:
        raise BadRecord("the seed does not follow from the secret and the nonces")
    parts = _parts(record)
    ends = [part.link for part in parts[1:]] + [_one(record, "chain")]
    found = Proof()
    for part, end in zip(parts, ends, strict=True):
        if part.version != game.version:
            found.sealed += len(part.plies)
            continue
        found.plies += len(part.plies)
        if _last_link(game, record, part) != end:
            raise BadRecord("the chain does not end where the record says: a ply was changed")
    if found.sealed and not found.plies:
        raise BadRecord(f"nothing in it was played by rules version {game.version}")
    return found


def _last_link(game: Game[Any], record: Record, part: _Part) -> str:
    if part.raw is None:
        s, _ = game.setup(record.seats, record.options, record.seed)
    else:
        s = game.load(part.raw)
    quiet = Log(on=False)
    ply, link = part.start, part.link
    for line in part.plies:
        ply += 1
        if line.move is None:
            raise BadRecord(f"ply {ply} is masked")
        game.require(s, line.seat, line.move)
        game.play_unchecked(s, line.seat, line.move, quiet)
        link = fairness.link(link, record.seed, ply, line.seat, line.move, game.digest(s))
    return link


def _parts(record: Record) -> list[_Part]:
    """The record cut where the rules changed."""
    first = fairness.first_link(
        record.title, record.version, record.seats, record.options, record.commitment
    )
    found = [_Part(record.version, 0, first)]
    given = [
        line.words[1:]
        for line in record.lines
        if isinstance(line, Note) and line.words[0] == "origin"
    ]
    ply = 0
    for line in standing(record):
        if isinstance(line, Ply):
            ply += 1
            found[-1].plies.append(line)
            continue
        if len(given) < len(found) or len(given[len(found) - 1]) != 2:
            raise BadRecord("the match was rebased, and the record does not say from where")
        link, packed = given[len(found) - 1]
        raw = _unpacked(packed)
        if codec.digest(raw) != line.words[2]:
            raise BadRecord(f"the position at ply {ply} is not the one the rebase names")
        found.append(_Part(int(line.words[1]), ply, link, raw))
    return found


def _unpacked(packed: str) -> dict[str, Json]:
    try:
        plain = zlib.decompressobj().decompress(base64.urlsafe_b64decode(packed), LARGEST)
        raw = json.loads(plain)
    except (ValueError, zlib.error, RecursionError) as error:
        raise BadRecord("a position in it cannot be read") from error
    if not isinstance(raw, dict):
        raise BadRecord("a position in it cannot be read")
    return raw
