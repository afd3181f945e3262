from __future__ import annotations

from dataclasses import replace as changed

import pytest

from engine.core import BadRecord, Move
from engine.core.record import Line, Note, Ply, Record, parse, write
from engine.core.replay import close, replay, retell, standing, start, verify
from tests.engine.core.hoist import Hoist, HoistState

SEED = "0123456789abcdef"

hoist = Hoist()


class Later(Hoist):
    version = 2


def played(upto: int = 99) -> tuple[Record, HoistState]:
    s, _ = hoist.setup(2, {"barrels": 6}, SEED)
    record = start(hoist, s)
    while s.stack and s.ply < upto:
        seat = hoist.to_act(s)[0]
        move = hoist.moves(s, seat)[0]
        hoist.apply(s, seat, move)
        record.lines.append(Ply(seat, move))
    return close(hoist, record, s), s


def test_a_record_replays_to_the_same_position() -> None:
    record, s = played()

    assert verify(hoist, parse(write(record))) == s
    assert sum(record.result) == sum(s.won)


def test_a_running_match_has_a_digest_but_no_result() -> None:
    record, s = played(upto=3)

    assert record.result == []
    assert verify(hoist, record) == s


def test_it_stops_at_a_ply() -> None:
    record, _ = played()

    assert replay(hoist, record, upto=2) == played(upto=2)[1]
    assert replay(hoist, record, upto=0).ply == 0


def test_a_wrong_digest_is_found() -> None:
    record, s = played()

    with pytest.raises(BadRecord, match=f"the digest is {hoist.digest(s)}, not 00000000"):
        verify(hoist, changed(record, digest="00000000"))


def test_a_wrong_result_is_found() -> None:
    record, _ = played()

    with pytest.raises(BadRecord, match=r"the result is .*, not 99 99"):
        verify(hoist, changed(record, result=[99, 99]))


def test_a_result_before_the_end_is_found() -> None:
    record, _ = played(upto=3)

    with pytest.raises(BadRecord, match="not over"):
        verify(hoist, changed(record, result=[1, 2]))


def test_no_claims_nothing_to_compare() -> None:
    record, s = played()

    assert verify(hoist, changed(record, result=[], digest="")) == s


def test_an_illegal_ply_is_named() -> None:
    record, _ = played()
    record.lines[2] = Ply(0, Move("take", (9,)))

    with pytest.raises(BadRecord, match=r"ply 3, seat 0, take:9: .*R1.2 how-many"):
        replay(hoist, record)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"title": "quay"}, "a record of 'quay', not of 'hoist'"),
        ({"version": 7}, "rules version 7; this program speaks 1"),
        ({"seed": ""}, "the match still runs"),
        ({"lines": [Ply(0, None)]}, "ply 1 is masked"),
        ({"lines": [Note(["takeback", "1"])]}, "cannot take back to ply 1: only 0"),
        ({"lines": [Note(["takeback", "-1"])]}, "cannot take back to ply -1"),
    ],
)
def test_it_refuses_records_it_cannot_replay(change: dict[str, object], problem: str) -> None:
    record, _ = played()

    with pytest.raises(BadRecord, match=problem):
        replay(hoist, changed(record, **change))  # type: ignore[arg-type]


def test_take_backs_mask_plies_and_other_notes_do_nothing() -> None:
    record, _ = played(upto=2)
    lines: list[Line] = [
        *record.lines,
        Note(["takeback", "1"]),
        Note(["timeout", "1"]),
        Ply(1, Move("take", (3,)), "clock"),
    ]

    s = replay(hoist, changed(record, lines=lines))

    assert s.ply == 2
    assert s.won == [1, 3]


def test_a_rebased_match_replays_from_its_snapshot() -> None:
    record, s = played(upto=2)
    game = Later()
    raw = game.dump(s)
    origin = Note(["rebase", "2", game.digest(s)])
    record.lines += [origin, Ply(0, Move("take", (1,)))]

    after = replay(game, record, origins={2: raw})

    assert after.ply == 3
    assert verify(game, changed(record, result=[], digest=""), origins={2: raw}).ply == 3
    assert replay(game, record, upto=2, origins={2: raw}) == s
    assert replay(hoist, record, upto=1).ply == 1
    with pytest.raises(BadRecord, match="rebased at ply 2; its snapshot is needed"):
        replay(game, record)
    with pytest.raises(BadRecord, match="not the one the rebase names"):
        replay(game, record, origins={2: {**raw, "pile": 1}})
    with pytest.raises(BadRecord, match="may not cross a rebase"):
        standing(changed(record, lines=[*record.lines, Note(["takeback", "1"])]))


def test_retelling_brings_version_result_and_digest_up_to_date() -> None:
    record, s = played()
    old = changed(record, result=[0, 0], digest="00000000")

    fresh = retell(Later(), old)

    assert fresh.version == 2
    assert fresh.result == s.won
    assert fresh.digest == hoist.digest(s)
    assert retell(hoist, played(upto=2)[0]).result == []
