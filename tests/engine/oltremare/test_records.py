"""Stored matches replay for ever: to the result and digest they claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core import Log
from engine.core.record import Ply, write
from engine.core.replay import verify
from engine.oltremare.english import ENGLISH
from engine.testing.at import golden, read
from tests.engine.oltremare.build import GAME

STORED = golden("oltremare")


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_record_replays(path: Path) -> None:
    record = read(path)
    assert record.digest

    verify(GAME, record)

    assert write(record) == path.read_text(encoding="utf-8"), "not in canonical spelling"


def test_every_number_of_seats_and_every_option_has_a_finished_record() -> None:
    """R13.1, R13.2, R13.3."""
    records = [read(path) for path in STORED]
    assert all(record.result for record in records)
    assert {record.seats for record in records} == set(GAME.seats)
    for option in GAME.options:
        assert {record.options[option.key] for record in records} == set(option.choices)


def test_the_records_show_all_that_can_happen() -> None:
    kinds, verbs = set(), set()
    for path in STORED:
        record = read(path)
        s, events = GAME.setup(record.seats, record.options, record.seed)
        log = Log()
        for line in record.lines:
            assert isinstance(line, Ply)
            assert line.move is not None
            verbs.add(line.move.verb)
            GAME.play_unchecked(s, line.seat, line.move, log)
            GAME.check(s)
        kinds |= {event.kind for event in events + log.events}
    assert verbs == GAME.verbs
    worded = {key.split(".")[1] for key in ENGLISH if key.startswith("event.")}
    assert worded == kinds
