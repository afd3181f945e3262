"""The helpers the other tests lean on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine import registry
from engine.core.record import Ply, write
from engine.core.replay import close, start
from engine.testing.at import at, golden
from engine.testing.build import build, play, put, texts
from engine.testing.walks import Picker, able, walk
from tests.engine.core.hoist import Hoist
from tests.engine.titles.quay.game import Quay

quay = Quay()
hoist = Hoist()


def test_a_position_is_built_by_paths() -> None:
    s = build(quay, 2, {"rounds": 1}, change={"players.0.coins": 3, "bank": 7, "deck.0": 5})
    put(s, "drawn.deck", 4)

    assert (s.players[0].coins, s.bank, s.deck[0], s.options["rounds"]) == (3, 7, 5, 1)
    assert s.drawn["deck"] == 4


@pytest.mark.parametrize(
    ("path", "kind"),
    [("players.0.sails", AttributeError), ("players.7.coins", IndexError), ("drawn.x", KeyError)],
)
def test_a_path_must_exist(path: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        build(quay, 2, change={path: 1})


def test_a_value_must_fit() -> None:
    with pytest.raises(AssertionError, match=r"players\.0\.coins holds int"):
        build(quay, 2, change={"players.0.coins": "3"})


def test_scripts_are_played_and_moves_read_as_text() -> None:
    s = build(hoist, 2)

    done = play(hoist, s, "0 take:2 / 1 take:1\n\n0 take:3")

    assert [applied.outcome for applied in done] == ["hands_over"] * 3
    assert texts(hoist, s, 1) == {"take:1", "take:2", "take:3"}


def test_a_stored_record_gives_its_positions(tmp_path: Path) -> None:
    s, _ = hoist.setup(2, {}, "00" * 16)
    record = start(hoist, s)
    for seat, move, _ in walk(hoist, s, Picker([], Random(1))):
        record.lines.append(Ply(seat, move))
    (tmp_path / "hoist").mkdir()
    (tmp_path / "hoist" / "short.txt").write_text(write(close(hoist, record, s)))
    registry.register("hoist", "tests.engine.core.hoist:Hoist")

    game, end = at("hoist", "short", folder=tmp_path)
    _, early = at("hoist", "short", ply=2, folder=tmp_path)

    registry.forget("hoist")
    assert end == s
    assert early.ply == 2
    assert game.slug == "hoist"
    assert [path.name for path in golden("hoist", tmp_path)] == ["short.txt"]


def test_it_tells_who_can_move() -> None:
    s = build(quay, 3)

    assert able(quay, s) == [0, 1, 2]
