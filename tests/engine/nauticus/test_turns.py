"""Passing and the extra action (sections 8 and 9)."""

from __future__ import annotations

import pytest

from tests.engine.nauticus.build import (
    CROWNS,
    DELIVER,
    FISH,
    GAME,
    GOODS,
    HULLS,
    MASTS,
    SALT,
    SHIP,
    SINGLE,
    TRANSPORT,
    WITHDRAW,
    chosen,
    empty,
    fill,
    finished,
    legal,
    mast,
    play,
    sail,
    stock,
    table,
    why,
    yard,
)


def test_passing_flips_up_to_three() -> None:
    """R8.1, R8.2."""
    s = chosen(WITHDRAW)
    p = s.players[0]
    for flipped in (1, 2, 3, 3):
        s.stack[-1].pc = 0
        play(s, "pass")
        assert p.flipped == flipped


def test_no_pass_after_the_first_use_and_no_end_before() -> None:
    """R8.3."""
    s = chosen(HULLS)
    assert why(s, "end") == ("R8.3", "pass-instead")
    play(s, "buy:0,1")

    assert why(s, "pass") == ("R8.3", "already-performed")
    assert "end" in legal(s)
    assert why(s, "choose:1") == ("R3.3", "phase-running")


def test_the_turn_ends_with_the_pass_once_the_extra_tile_is_gone() -> None:
    """R9.7."""
    s = chosen(HULLS)
    play(s, "pass")
    assert GAME.to_act(s) == [0]
    assert legal(s)[0] == "end"
    play(s, "end")
    s.players[1].extra = 0
    play(s, "pass")
    assert GAME.to_act(s) == [2]


def test_points_may_fall_below_zero() -> None:
    """R8.4."""
    s = table(2, rounds=1)
    for p in s.players:
        p.extra, p.workers, p.vp = 0, 20, 1
    while GAME.to_act(s):
        if GAME.prompt(s) == "act":
            s.stack[-1].data[0] = WITHDRAW
            play(s, "withdraw:1")
        else:
            play(s, legal(s)[0])

    assert min(p.vp for p in s.players) < 0


def test_the_extra_action_before_the_tile() -> None:
    """R9.1, R9.3, R9.7: it makes no pass, and the tile's action is still there."""
    s = chosen(HULLS)
    p = s.players[0]
    play(s, "extra:5", "withdraw:1")

    assert (p.coins, p.workers, p.extra, p.flipped) == (17, 5, 0, 0)
    assert why(s, "extra:5") == ("R9.1", "extra-already-used")
    play(s, "buy:0,1", "end")
    assert GAME.to_act(s) == [1]


def test_the_extra_action_after_the_tile_ends_the_turn() -> None:
    """R9.1, R9.5."""
    s = chosen(HULLS)
    play(s, "buy:0,1", "extra:0")

    assert why(s, "end") == ("R9.6", "extra-needs-a-use")
    assert why(s, "pass") == ("R9.7", "no-pass-in-extra")
    assert why(s, "extra:1") == ("R9.1", "extra-already-used")
    assert why(s, "score:1") == ("R9.1", "other-action")
    play(s, "buy:2,1", "end")
    assert GAME.to_act(s) == [1]


def test_the_extra_action_after_a_pass_counts_its_crown() -> None:
    """R9.7, R9.4, R7.5."""
    s = chosen(CROWNS)
    assert why(s, "extra:7") == ("R9.6", "extra-without-use")
    play(s, "pass", "extra:7", "score:6")

    assert s.players[0].vp == 12 + 6
    assert GAME.to_act(s) == [1]


def test_the_extra_action_may_be_one_already_used() -> None:
    """R9.4."""
    s = chosen(WITHDRAW)
    for _ in range(3):
        play(s, "pass", "end")
    play(s, "choose:0", "extra:5", "withdraw:2")

    assert s.used[3] == 1
    assert s.players[1].coins == 20


def test_bought_copies_do_not_count_for_the_extra_action() -> None:
    """R9.2."""
    s = chosen(HULLS)
    p = s.players[0]
    play(s, "buy:0,1", "extra:0", "buy:0,2")

    assert p.coins == 15 - 1 - 2
    play(s, "buy:0,3")
    assert p.coins == 15 - 1 - 2 - 4


def test_all_paid_tiles_of_the_extra_action_may_be_built() -> None:
    """R9.2: no tile is free, so even all four; the fifth is stored."""
    s = chosen(WITHDRAW)
    play(s, "extra:0", "buy:2,1", "buy:1,1", "buy:0,1", "buy:3,2", "free:3")

    assert len(s.players[0].ships) == 2
    assert s.players[0].storage[SINGLE] == 1


@pytest.mark.parametrize("action", range(8))
def test_the_extra_action_is_offered_only_with_a_use(action: int) -> None:
    """R9.6: nothing stored, no coins, no crowns, no load."""
    s = chosen(WITHDRAW)
    s.players[0].coins = 0

    if action == WITHDRAW:
        assert f"extra:{action}" in legal(s)
    else:
        assert why(s, f"extra:{action}") == ("R9.6", "extra-without-use")


def test_the_two_new_workers_count_for_the_offer() -> None:
    """R9.6."""
    s = chosen(HULLS)
    p = s.players[0]
    ship = finished(s, 0, 2)
    for good in (FISH, SALT):
        s.supply[good] -= 1
        p.ships[ship - 1].append(good)
        p.ships[ship - 1][5] += 1
    p.workers = 0

    assert f"extra:{DELIVER}" in legal(s)
    play(s, f"extra:{DELIVER}", "deliver:1", "end")
    assert p.workers == 0


def test_the_extra_action_buys_only_what_has_a_place() -> None:
    """R9.6, R5.8."""
    s = chosen(WITHDRAW)
    fill(s, 0, 12)
    assert {f"extra:{MASTS}", f"extra:{GOODS}"} & set(legal(s)) == set()
    yard(s, 0, SINGLE)
    assert {f"extra:{MASTS}", f"extra:{GOODS}", f"extra:{TRANSPORT}"} <= set(legal(s))
    for crest in range(4):
        empty(s, mast(crest), 2)
    assert f"extra:{MASTS}" not in legal(s)


def test_no_extra_action_in_the_middle_of_a_reward() -> None:
    """R9.5, R10.1."""
    s = chosen(TRANSPORT)
    yard(s, 0, SINGLE, mast(SHIP))
    stock(s, 0, sail(SHIP))
    assert why(s, "reward:2") == ("R10.1", "no-reward-due")
    play(s, f"move:{sail(SHIP)},1")

    assert why(s, "extra:5") == ("R10.1", "take-the-reward-first")
