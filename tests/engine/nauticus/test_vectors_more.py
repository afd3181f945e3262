"""The test vectors T18 to T33: final score, extra action, limits, wheel, ties, prices."""

from __future__ import annotations

import pytest

from engine.nauticus.material import BOARD_SPACES, TILE_NAMES
from engine.nauticus.scoring import sheets, tally
from tests.engine.nauticus.build import (
    BOW,
    COFFEE,
    DELIVER,
    FISH,
    GAME,
    HULLS,
    MIDDLE,
    SALT,
    SHIP,
    STERN,
    WHALE,
    WHEEL,
    WITHDRAW,
    chosen,
    fill,
    finished,
    lay,
    legal,
    mast,
    play,
    sail,
    stock,
    table,
    why,
    yard,
)


def test_t18_goods_39() -> None:
    """T18 (R11.2)."""
    s = table()
    s.players[0].delivered = [3, 2, 6, 0]

    assert tally(s.players[0]).goods == [9, 5, 25, 0]
    assert sheets(s)[0].lines["goods"] == 39


def test_t19_ships_34() -> None:
    """T19 (R11.3)."""
    s = table()
    for size in (1, 1, 1, 2, 3):
        finished(s, 0, size)

    assert sheets(s)[0].lines["ships"] == 34


def test_t20_leftovers_7_and_80_in_all() -> None:
    """T20 (R11.4)."""
    s = table()
    p = s.players[0]
    p.delivered = [3, 2, 6, 0]
    for size in (1, 1, 1, 2, 3):
        finished(s, 0, size)
    p.workers, p.coins = 2, 8
    stock(s, 0, sail(WHALE), mast(WHALE), FISH)
    yard(s, 0, BOW, MIDDLE, STERN, mast(WHEEL), sail(WHEEL), SALT, SALT, FISH)

    sheet = sheets(s)[0]

    assert tally(p).unfinished == 5
    assert tally(p).aboard == 3
    assert sheet.lines["leftovers"] == 7
    assert sheet.tiebreaks == (0, 21)
    assert sheet.total == p.vp + 80


def test_t21_extra_action_one_of_each_mast() -> None:
    """T21 (R9.2)."""
    s = chosen(WITHDRAW)
    p = s.players[0]

    play(s, "extra:1", *[f"buy:{mast(i)},0" for i in range(4)])

    assert GAME.prompt(s) == "free"
    play(s, f"free:{mast(SHIP)}", "end")
    assert p.coins == 15 - 8
    assert p.workers == 4 + 2 - 4
    assert p.storage[4:8] == [1, 2, 1, 1]


def test_t22_extra_action_two_of_the_same_sail() -> None:
    """T22 (R9.2)."""
    s = chosen(WITHDRAW)
    p = s.players[0]

    play(s, "extra:2", f"buy:{sail(SHIP)},0", f"buy:{sail(SHIP)},0", "end")

    assert p.coins == 15 - 6
    assert p.workers == 4 + 2 - 2


def test_t23_extra_action_brings_two_workers_and_nothing_else() -> None:
    """T23 (R9.1, R9.3, R9.4)."""
    s = chosen(WITHDRAW)
    p = s.players[0]
    points = p.vp

    play(s, "extra:0")

    assert p.workers == 6
    assert p.vp == points
    assert s.used == [0] * 8
    assert s.stack[-1].data[1] == 0


def test_t24_a_load_is_delivered_whole_or_not_at_all() -> None:
    """T24 (R7.3)."""
    s = chosen(DELIVER)
    ship = finished(s, 0, 4)
    p = s.players[0]
    for good in (FISH, FISH, SALT, COFFEE):
        s.supply[good] -= 1
        p.ships[ship - 1].append(good)
        p.ships[ship - 1][5] += 1
    p.workers = 1  # and 2 blue

    assert why(s, "deliver:1") == ("R7.3", "no-worker")
    assert legal(s)[0] == "pass"
    p.workers = 2
    play(s, "deliver:1")
    assert p.delivered == [2, 0, 1, 1]


def test_t25_a_mast_bonus_is_lost_when_storage_is_full() -> None:
    """T25 (R5.7)."""
    s = table()
    fill(s, 0, 12)
    lay(s, HULLS, 1)

    events = play(s, "choose:1")

    assert GAME.prompt(s) == "act"
    assert "forfeit" in [event.kind for event in events]
    assert sum(s.players[0].storage[4:9]) == 0
    assert s.players[0].vp == 10


def test_t26_a_mast_needs_two_cells() -> None:
    """T26 (R5.6, R5.7)."""
    s = table()
    fill(s, 0, 11)
    lay(s, HULLS, 1)

    events = play(s, "choose:1")

    assert "forfeit" in [event.kind for event in events]
    assert s.players[0].cells == 11


def test_t27_three_workers_withdraw_six_coins() -> None:
    """T27 (R7.2)."""
    s = chosen(WITHDRAW)

    play(s, "withdraw:3")

    assert s.players[0].coins == 15 + 6
    assert s.players[0].workers == 4 - 1


def test_t28_a_closed_hull_takes_no_middle() -> None:
    """T28 (R6.3)."""
    s = chosen(HULLS)
    yard(s, 0, BOW, STERN)
    yard(s, 0, BOW)

    assert why(s, "buy:1,1") == ("R6.3", "hull-closed")
    assert {"buy:1,2", "buy:1,3"} <= set(legal(s))


def test_t29_two_hulls_begun_apart_are_never_joined() -> None:
    """T29 (R6.4): no move joins ships, and each can only grow by itself."""
    s = chosen(HULLS)
    play(s, "buy:2,1", "buy:0,2")
    p = s.players[0]

    assert [ship[6:] for ship in p.ships] == [[BOW], [STERN]]
    assert why(s, "buy:2,1") == ("R6.4", "hull-has-that-part")
    assert why(s, f"move:{BOW},2") == ("R3.3", "other-action")


def test_t30_the_anchor_turns_to_the_first_space_and_the_token_moves_on() -> None:
    """T30 (R3.5, R3.7)."""
    s = table(3)
    play(s, "choose:5", f"bonus:{FISH}")
    while s.round == 1:
        before = s.start
        play(s, "choose:" + legal(s)[0][7:] if GAME.prompt(s) == "choose" else legal(s)[-1])
        if s.phase == 6:
            seventh = before

    assert s.anchor == 5
    view = GAME.view(s, None)
    assert view["wheel"][5] == 0  # type: ignore[index,call-overload]
    assert s.start == (seventh + 1) % 3
    assert GAME.to_act(s) == [s.start]


@pytest.mark.parametrize(
    ("vector", "coins", "places"),
    [("T31", (20, 22), [1, 2]), ("T32", (20, 23), [2, 1]), ("shared", (20, 20), [1, 1])],
)
def test_t31_t32_ties(vector: str, coins: tuple[int, int], places: list[int]) -> None:
    """T31, T32 (R11.5)."""
    s = table(2)
    for p, count in zip(s.players, coins, strict=True):
        p.workers = 0
        p.coins = count
        p.vp = 90 - count // 3

    assert [sheet.total for sheet in sheets(s)] == [90, 90]
    assert GAME.ranking(s) == places


def test_t33_prices_of_the_2_points_space() -> None:
    """T33 (R12.1)."""
    space = BOARD_SPACES[3]

    assert space.points == 2
    assert dict(zip(TILE_NAMES, space.prices, strict=False)) == {
        "stern": 1,
        "middle": 2,
        "bow": 3,
        "single": 0,
    }
