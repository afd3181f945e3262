"""Stored matches: one for each player count and for each way a round or a match can end."""

from __future__ import annotations

import pytest

from engine.core.errors import BadRecord
from engine.core.record import Ply, parse
from engine.core.replay import replay, verify
from engine.core.types import Move
from tests.engine.nauticus.build import GAME
from tests.engine.nauticus.make_records import FOLDER, RECORDS


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_it_shows_what_its_name_says(name: str) -> None:
    """R2.1, R2.6, R3.7, R8.4, R11.1, R11.5."""
    seats, _, rounds, shows = RECORDS[name]
    record = parse(text_of(name))

    s = verify(GAME, record)

    assert record.seats == seats
    assert s.options["rounds"] == (rounds or {2: 4, 3: 5, 4: 5}[seats])
    assert s.stack == []
    assert shows(s, record)


def test_no_record_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(RECORDS)


def test_the_records_know_every_kind_of_move() -> None:
    seen = set()
    for name in RECORDS:
        for line in parse(text_of(name)).lines:
            if isinstance(line, Ply) and line.move:
                seen.add(line.move.verb)
    assert seen == {verb for step in GAME.steps.values() for verb in step.verbs}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("result 17 17", "result 17 18"),
        ("digest ", "digest 00"),
        ("title nauticus 2", "title nauticus 3"),
        ("seats 2", "seats 3"),
        ("0 choose:", "1 choose:"),
        ("0 choose:", "0 chose:"),
        ("option rounds 1", "option rounds 2"),
    ],
)
def test_a_damaged_record_is_refused(old: str, new: str) -> None:
    text = text_of("tie-shared")
    assert old in text

    with pytest.raises(BadRecord):
        verify(GAME, parse(text.replace(old, new, 1)))


def test_every_position_of_a_match_is_sound() -> None:
    """R1.1, R5.6, R6.7."""
    record = parse(text_of("four-players"))
    plies = [line for line in record.lines if isinstance(line, Ply)]
    s = replay(GAME, record, upto=0)
    for ply in plies:
        assert ply.move is not None
        GAME.apply(s, ply.seat, ply.move)
        GAME.check(s)
        assert GAME.explain(s, ply.seat, Move("dance")) is not None
    assert GAME.digest(s) == record.digest
