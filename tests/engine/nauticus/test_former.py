"""The rules as they were: what was played by version 1 is still proven by version 1."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core import fairness
from engine.core.errors import BadRecord, BadSnapshot
from engine.core.origins import origin
from engine.core.proof import prove
from engine.core.record import Note, Ply, Record, parse, write
from engine.core.replay import close, start, verify
from engine.core.types import Move
from engine.nauticus.former import FIRST
from engine.testing.at import read
from tests.engine.nauticus.build import GAME, MASTS, WHALE, chosen, fill, mast, yard

OLD = sorted((Path(__file__).parents[1] / "records" / "nauticus-1").glob("*.txt"))
SECRET, CODE = "5e" * 32, "abcd2345"


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_of_version_1_replays_and_stays_one(path: Path) -> None:
    record = read(path)
    assert record.version == 1

    assert not verify(GAME, record).stack

    assert write(record) == path.read_text(encoding="utf-8")


def test_there_are_old_records_of_every_number_of_seats() -> None:
    assert {read(path).seats for path in OLD} == {2, 3, 4}


def test_version_1_sold_nothing_that_had_no_place() -> None:
    """R5.8, as it was."""
    s = chosen(MASTS, space=0)
    yard(s, 0, 2)
    fill(s, 0, 11)
    whale = Move("buy", (mast(WHALE), 0))

    assert whale in GAME.moves(s, 0)
    assert whale not in FIRST.moves(s, 0)
    assert set(GAME.moves(s, 0)) - set(FIRST.moves(s, 0)) == {whale}
    told = FIRST.explain(s, 0, whale)
    assert told is not None
    assert told.code == "storage-full"


def test_it_differs_in_nothing_else() -> None:
    """R5.8: in 60 random matches the two versions offer the same, but for forfeits."""
    rng = random.Random(5)
    forfeits = 0
    for number in range(60):
        s, _ = GAME.setup(rng.choice((2, 3, 4)), {"rounds": 2}, f"{number:032x}")
        while s.stack:
            (seat,) = GAME.to_act(s)
            now, then = GAME.moves(s, seat), FIRST.moves(s, seat)
            more = [move for move in now if move not in then]
            assert [move for move in now if move in then] == then
            for move in more:
                assert (move.verb, move.args[1]) == ("buy", 0)
                assert s.players[seat].cells >= 11
            forfeits += len(more)
            uses = [move for move in now if move.verb not in ("pass", "end")]
            GAME.apply(s, seat, rng.choice(uses or now))
    assert forfeits > 20


def test_only_known_versions_are_read() -> None:
    raw = GAME.dump(chosen(MASTS))

    assert GAME.migrate(raw, 1) == raw
    assert GAME.older(1) is FIRST
    assert GAME.older(0) is None
    assert GAME.older(3) is None
    with pytest.raises(BadSnapshot):
        GAME.migrate(raw, 3)
    with pytest.raises(BadSnapshot):
        FIRST.migrate(raw, 2)


def carried_over(upto: int = 20, richer: int = 0) -> Record:
    """A match begun by version 1 and ended by version 2, recorded as the site does."""
    seed = fairness.seed(SECRET, CODE, [])
    game = FIRST
    s, _ = game.setup(2, {"rounds": 1}, seed)
    record = start(game, s)
    record.commitment = fairness.commitment(SECRET, CODE)
    record.lines.append(Note(["match", CODE]))
    link = fairness.first_link("nauticus", 1, 2, record.options, record.commitment)
    rng = random.Random(3)
    while owed := game.to_act(s):
        if s.ply == upto and game is FIRST:
            game = GAME
            s.players[0].coins += richer
            record.lines.append(Note(["rebase", "2", game.digest(s)]))
            record.lines.append(origin(link, game.dump(s)))
        move = rng.choice(game.moves(s, owed[0]))
        game.apply(s, owed[0], move)
        record.lines.append(Ply(owed[0], move))
        link = fairness.link(link, seed, s.ply, owed[0], move, game.digest(s))
    record.lines += [Note(["secret", SECRET]), Note(["chain", link])]
    return close(GAME, record, s)


def test_a_match_carried_over_is_proven_from_the_first_ply_to_the_last(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(write(carried_over()))

    assert main(["verify", str(file)]) == 0

    assert ": fair: " in capsys.readouterr().out
    assert prove(GAME, parse(file.read_text())).whole


def test_nobody_gets_richer_while_the_rules_change() -> None:
    with pytest.raises(BadRecord, match="the plies before ply 20 do not lead to its position"):
        prove(GAME, carried_over(richer=5))
