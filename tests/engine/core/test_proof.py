"""A record of a match that outlived a change of its rules: each part proves itself."""

from __future__ import annotations

import base64
import zlib

import pytest

from engine.core import fairness
from engine.core.errors import BadRecord, RulesError
from engine.core.proof import Proof, origin, origins, prove
from engine.core.record import Note, Ply, Record, parse, write
from engine.core.replay import close, start, verify
from engine.core.types import Move
from tests.engine.core.hoist import Hoist

SECRET, CODE = "5e" * 32, "abcd2345"


class Later(Hoist):
    version = 2


class Latest(Hoist):
    version = 3


def rebased(rules: type[Hoist] = Later) -> Record:
    """Three plies under the old rules, the rest under the new ones."""
    game: Hoist = Hoist()
    seed = fairness.seed(SECRET, CODE, [])
    s, _ = game.setup(2, {}, seed)
    record = start(game, s)
    record.commitment = fairness.commitment(SECRET, CODE)
    record.lines.append(Note(["match", CODE]))
    link = fairness.first_link("hoist", 1, 2, record.options, record.commitment)
    while owed := game.to_act(s):
        if s.ply == 3 and game.version == 1:
            game = rules()
            record.lines.append(Note(["rebase", str(game.version), game.digest(s)]))
            record.lines.append(origin(link, game.dump(s)))
        move = Move("take", (1,))
        game.apply(s, owed[0], move)
        record.lines.append(Ply(owed[0], move))
        link = fairness.link(link, seed, s.ply, owed[0], move, game.digest(s))
    record.lines += [Note(["secret", SECRET]), Note(["chain", link])]
    return close(game, record, s)


def plies(record: Record) -> int:
    return sum(isinstance(line, Ply) for line in record.lines)


def packed(text: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text)).decode()


def test_each_part_is_proven_by_a_program_that_speaks_it() -> None:
    record = parse(write(rebased()))

    assert prove(Later(), record) == Proof(plies(record) - 3, sealed=3)
    assert prove(Hoist(), record) == Proof(3, sealed=plies(record) - 3)
    assert not verify(Later(), record, origins(record)).stack


def test_a_program_that_speaks_no_part_of_it_says_so() -> None:
    with pytest.raises(BadRecord, match="nothing in it was played by rules version 3"):
        prove(Latest(), rebased())


@pytest.mark.parametrize("rules", [Hoist, Later])
def test_a_changed_ply_is_found_in_its_own_part(rules: type[Hoist]) -> None:
    record = rebased()
    numbers = [index for index, line in enumerate(record.lines) if isinstance(line, Ply)]
    changed = record.lines[numbers[1] if rules is Hoist else numbers[4]]
    assert isinstance(changed, Ply)
    changed.move = Move("take", (2,))

    with pytest.raises(RulesError):
        prove(rules(), record)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (None, "does not say from where"),
        (Note(["origin", "ab" * 32]), "does not say from where"),
        (origin("ab" * 32, {"pile": 3}), "not the one the rebase names"),
        (Note(["origin", "ab" * 32, "///"]), "cannot be read"),
        (Note(["origin", "ab" * 32, packed(b"[1]")]), "cannot be read"),
        (Note(["origin", "ab" * 32, packed(b"{")]), "cannot be read"),
        (Note(["origin", "ab" * 32, packed(b" " * 3_000_000)]), "cannot be read"),
    ],
)
def test_a_position_that_was_tampered_with_is_refused(line: Note | None, problem: str) -> None:
    record = rebased()
    at = next(
        index
        for index, item in enumerate(record.lines)
        if isinstance(item, Note) and item.words[0] == "origin"
    )
    record.lines[at : at + 1] = [] if line is None else [line]

    with pytest.raises(BadRecord, match=problem):
        prove(Later(), record)
