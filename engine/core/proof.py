"""Checking a downloaded record: the commitment was kept, the seed follows, no ply was changed.

A record of a finished match carries what the site knew in platform lines: `! match CODE`,
`! secret HEX`, `! nonce TEXT` for each player who brought one, and `! chain HEX`, the last link.
"""

from __future__ import annotations

from typing import Any

from engine.core import fairness
from engine.core.errors import BadRecord
from engine.core.game import Game
from engine.core.record import Note, Ply, Record
from engine.core.replay import standing
from engine.core.types import Log


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


def prove(game: Game[Any], record: Record) -> int:
    """Hold the record to its commitment, seed and chain; answer how many plies were checked."""
    code, secret = _one(record, "match"), _one(record, "secret")
    if fairness.commitment(secret, code) != record.commitment:
        raise BadRecord("the secret is not the one that was committed to")
    if fairness.seed(secret, code, facts(record, "nonce")) != record.seed:
        raise BadRecord("the seed does not follow from the secret and the nonces")
    head = fairness.first_link(
        record.title, record.version, record.seats, record.options, record.commitment
    )
    s, _ = game.setup(record.seats, record.options, record.seed)
    quiet = Log(on=False)
    plies = 0
    for line in standing(record):
        if isinstance(line, Note):
            raise BadRecord("the match was rebased; only its site can verify the part before")
        assert isinstance(line, Ply)
        if line.move is None:
            raise BadRecord(f"ply {plies + 1} is masked")
        game.require(s, line.seat, line.move)
        game.play_unchecked(s, line.seat, line.move, quiet)
        plies += 1
        head = fairness.link(head, record.seed, plies, line.seat, line.move, game.digest(s))
    if head != _one(record, "chain"):
        raise BadRecord("the chain does not end where the record says: a ply was changed")
    return plies
