"""A record of a match that outlived a change of its rules: each part proves itself."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core import codec, fairness
from engine.core.errors import BadRecord, RulesError
from engine.core.origins import origin
from engine.core.proof import Unread, prove
from engine.core.record import Note, Ply, Record, parse, write
from engine.core.replay import close, replay, start
from engine.core.types import Json, Move
from tests.engine.core.hoist import Hoist

SECRET, CODE = "5e" * 32, "abcd2345"


class Later(Hoist):
    version = 2


class Latest(Hoist):
    version = 3


class Learned(Later):
    """One that still knows the old rules, and how to carry their positions over."""

    def older(self, version: int) -> Hoist | None:
        return Hoist() if version == 1 else None

    def migrate(self, raw: dict[str, Json], version: int) -> dict[str, Json]:
        return raw


class Remembering(Later):
    """One that knows the old rules, but not how to carry their positions over."""

    def older(self, version: int) -> Hoist | None:
        return Hoist() if version == 1 else None


LATER = f"{__name__}:Later"


def rebased(rules: type[Hoist] = Later, richer: int = 0) -> Record:
    """Three plies under the old rules, the rest under the new ones.

    A forger makes the first seat `richer` in between, and chains what follows anew.
    """
    game: Hoist = Hoist()
    changed = False
    seed = fairness.seed(SECRET, CODE, [])
    s, _ = game.setup(2, {}, seed)
    record = start(game, s)
    record.commitment = fairness.commitment(SECRET, CODE)
    record.lines.append(Note(["match", CODE]))
    link = fairness.first_link("hoist", 1, 2, record.options, record.commitment)
    while owed := game.to_act(s):
        if s.ply == 3 and not changed:
            game, changed = rules(), True
            s.won[0] += richer
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


def packed(text: bytes, more: bytes = b"") -> str:
    return base64.urlsafe_b64encode(zlib.compress(text) + more).decode()


def test_each_part_is_proven_by_a_program_that_speaks_it() -> None:
    record = parse(write(rebased()))

    late, early = prove(Later(), record), prove(Hoist(), record)

    assert (late.plies, late.unread, late.trusted) == (plies(record) - 3, [Unread(1, 3)], [3])
    assert late.claims == ["result", "digest"]
    assert (early.plies, early.unread) == (3, [Unread(2, plies(record) - 3)])
    assert early.claims == []
    assert not late.whole
    assert not early.whole


def test_a_program_that_speaks_both_versions_proves_the_position_between_them() -> None:
    record = parse(write(rebased()))

    proof = prove(Learned(), record)

    assert (proof.plies, proof.unread, proof.trusted) == (plies(record), [], [])
    assert proof.whole


def test_one_that_cannot_carry_positions_over_takes_the_one_between_on_trust() -> None:
    proof = prove(Remembering(), rebased())

    assert (proof.unread, proof.trusted) == ([], [3])
    assert not proof.whole


def test_what_was_taken_back_under_rules_nobody_speaks_is_not_counted() -> None:
    record = rebased()
    change = next(
        i for i, line in enumerate(record.lines) if "rebase" in getattr(line, "words", ())
    )
    record.lines[change:change] = [Ply(1, Move("take", (1,))), Note(["takeback", "3"])]

    assert prove(Later(), record).unread == [Unread(1, 3)]


def test_a_match_that_is_not_over_has_no_result() -> None:
    game = Hoist()
    seed = fairness.seed(SECRET, CODE, [])
    s, _ = game.setup(2, {}, seed)
    record = start(game, s)
    record.commitment = fairness.commitment(SECRET, CODE)
    link = fairness.first_link("hoist", 1, 2, record.options, record.commitment)
    record.lines += [Note(["match", CODE]), Note(["secret", SECRET]), Note(["chain", link])]
    record.result = [0, 0]

    with pytest.raises(BadRecord, match="claims a result, but the match is not over"):
        prove(game, record)


def test_a_position_the_plies_do_not_lead_to_is_refused() -> None:
    record = rebased(richer=9)

    with pytest.raises(BadRecord, match="the plies before ply 3 do not lead to its position"):
        prove(Learned(), record)


def test_a_rebase_to_the_same_version_is_no_way_to_another_position() -> None:
    record = rebased(Hoist, richer=9)

    with pytest.raises(BadRecord, match="from rules version 1 to 1: only a later version"):
        prove(Hoist(), record)


def test_a_rebase_never_goes_back() -> None:
    record = rebased()
    record.version = 3

    with pytest.raises(BadRecord, match="from rules version 3 to 2"):
        prove(Later(), record)


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
        (Note(["chain", "ab" * 32]), "does not say from where"),
        (Note(["origin", "ab" * 32, packed(b"{}") + "===="]), "cannot be read"),
        (Note(["origin", "ab" * 32, packed(b"{}", b"more")]), "cannot be read"),
        (Note(["origin", "ab" * 32, packed(b"[" * 100_000)]), "cannot be read"),
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


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("won", [], "is impossible"),
        ("won", [1], "the rules broke down: IndexError"),
        ("pile", -3, "is impossible"),
        ("pile", "three", "expected int"),
        ("stack", [{"step": "turn", "seats": [], "id": 1, "pc": 0, "data": []}], "ply 4"),
        ("stack", [{"step": "turn", "seats": [99], "id": 1, "pc": 0, "data": []}], "ply 4"),
        ("stack", [{"step": "waltz", "seats": [0], "id": 1, "pc": 0, "data": []}], "no step"),
        ("seed", "zz", "not one of this match"),
        ("seed", "00" * 16, "not one of this match"),
        ("ply", 7, "not one of this match"),
        ("seats", 0, "not one of this match"),
        ("options", {}, "not one of this match"),
        ("tide", 1, "unknown fields: tide"),
    ],
)
def test_a_crafted_position_is_refused_with_a_sentence(
    field: str, value: Json, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = rebased()
    at = next(i for i, line in enumerate(record.lines) if "rebase" in getattr(line, "words", ()))
    link = record.lines[at + 1].words[1]  # type: ignore[union-attr]
    before = replay(Hoist(), replace(record, lines=record.lines[:at]))
    raw = {**Hoist().dump(before), field: value}
    record.lines[at : at + 2] = [Note(["rebase", "2", codec.digest(raw)]), origin(link, raw)]
    file = tmp_path / "record.txt"
    file.write_text(write(record))

    assert main(["verify", str(file), "--title", LATER]) == 1

    said = capsys.readouterr()
    assert re.search(problem, said.out), said.out
    assert said.err == ""
