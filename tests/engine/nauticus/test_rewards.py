"""Rewards (section 10)."""

from __future__ import annotations

import pytest

from tests.engine.nauticus.build import (
    BOW,
    COFFEE,
    CROWN_MAST,
    CROWN_SAIL,
    FISH,
    GRAIN,
    SALT,
    empty,
    fill,
    legal,
    play,
    rewarded,
    stock,
    why,
)


@pytest.mark.parametrize(
    ("move", "gain"),
    [("reward:2", (3, 0, 0)), ("reward:3", (0, 7, 0)), ("reward:4", (0, 0, 3))],
)
def test_rewards_in_points_coins_workers(move: str, gain: tuple[int, int, int]) -> None:
    """R10.2."""
    s = rewarded()
    p = s.players[0]
    before = p.vp, p.coins, p.workers

    play(s, move)

    assert (p.vp - before[0], p.coins - before[1], p.workers - before[2]) == gain


@pytest.mark.parametrize(("kind", "tile"), [(0, CROWN_MAST), (1, CROWN_SAIL)])
def test_crown_parts_are_stored(kind: int, tile: int) -> None:
    """R10.2, R10.3, R5.3."""
    s = rewarded()

    play(s, f"reward:{kind}")

    assert s.players[0].storage[tile] == 1
    assert s.players[0].crowns == 1


def test_two_goods_differ() -> None:
    """R10.2."""
    s = rewarded()
    offered = [text for text in legal(s) if text.startswith("reward:5")]

    assert offered == [f"reward:5,{a},{b}" for a in range(14, 18) for b in range(a + 1, 18)]
    assert why(s, "reward:5,14,14") == ("R10.2", "goods-must-differ")
    assert why(s, "reward:5,15,14") == ("R13.4", "smaller-number-first")
    assert why(s, "reward:5,15") == ("R10.2", "name-the-goods")
    assert why(s, "reward:5") == ("R10.2", "name-the-goods")
    assert why(s, "reward:5,3,4") == ("R13.2", "no-such-good")
    assert why(s, "reward:5,14,15,16") == ("R13.2", "wrong-count")
    assert why(s, "reward:2,14") == ("R13.2", "wrong-count")
    assert why(s, "reward:6") == ("R13.2", "no-such-reward")
    assert why(s, "reward") == ("R13.2", "wrong-count")
    play(s, "reward:5,14,17")
    assert s.players[0].storage[14:] == [1, 0, 0, 1]


def test_with_room_for_one_good_the_player_says_which() -> None:
    """R10.5."""
    s = rewarded(cells=11)

    assert [text for text in legal(s) if text.startswith("reward:5")] == [
        f"reward:5,{tile}" for tile in range(14, 18)
    ]
    assert why(s, "reward:5,14,15") == ("R10.5", "storage-full")
    before = s.players[0].storage[COFFEE]
    events = play(s, f"reward:5,{COFFEE}")
    assert s.players[0].storage[COFFEE] == before + 1
    assert events[-1].kind == "forfeit"


def test_without_room_rewards_in_tiles_are_forfeited() -> None:
    """R10.5."""
    for move, cells in (("reward:5", 12), ("reward:0", 11), ("reward:1", 12)):
        s = rewarded(cells=min(cells, 11))
        fill(s, 0, cells)
        assert move in legal(s)
        events = play(s, move)
        assert events[-1].kind == "forfeit"
        assert s.players[0].cells == cells
        assert s.players[0].crowns == 0


def test_rewards_need_stacks() -> None:
    """R10.4, R1.2."""
    s = rewarded()
    empty(s, CROWN_SAIL, 2)
    assert why(s, "reward:0") == ("R10.4", "stack-empty")
    assert why(s, "reward:1") == ("R10.4", "stack-empty")

    s = rewarded()
    for tile in (FISH, GRAIN, SALT):
        empty(s, tile, 2)
    assert [text for text in legal(s) if text.startswith("reward:5")] == [f"reward:5,{COFFEE}"]
    assert why(s, f"reward:5,{FISH}") == ("R10.4", "stack-empty")
    empty(s, COFFEE, 2)
    assert not [text for text in legal(s) if text.startswith("reward:5")]
    assert why(s, "reward:5") == ("R10.4", "no-goods-left")


def test_one_good_left_is_one_good_taken() -> None:
    """R10.4: nothing is forfeited that was not there."""
    s = rewarded()
    for tile in (FISH, GRAIN, SALT):
        empty(s, tile, 2)

    events = play(s, f"reward:5,{COFFEE}")

    assert [event.kind for event in events] == ["reward"]


def test_pairs_of_goods_may_overlap() -> None:
    """R10.4."""
    s = rewarded(size=2)

    play(s, "reward:5,14,15", "reward:5,14,15")

    assert s.players[0].storage[14:16] == [2, 2]


def test_rewards_are_used_in_the_same_action() -> None:
    """R10.3: workers of a reward go on transporting."""
    s = rewarded()
    p = s.players[0]
    stock(s, 0, BOW)
    p.workers = s.stack[-2].data[1] = 0

    play(s, "reward:4", f"move:{BOW},2")

    assert p.workers == 2


def test_one_reward_per_mast() -> None:
    """R10.1."""
    for size in (1, 2, 3, 4):
        s = rewarded(size=size)
        assert s.stack[-1].data[1] == size
