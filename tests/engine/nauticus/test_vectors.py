"""The test vectors T1 to T17: worked examples of both rulebooks, and what follows from them."""

from __future__ import annotations

import pytest

from engine.nauticus.material import BOARD_SPACES, PENALTY
from engine.nauticus.scoring import tally
from tests.engine.nauticus.build import (
    BOW,
    COFFEE,
    CROWN_MAST,
    CROWN_SAIL,
    CROWNS,
    FISH,
    GAME,
    GOODS,
    GRAIN,
    HULLS,
    MASTS,
    MIDDLE,
    SALT,
    SHIP,
    SINGLE,
    STERN,
    TRANSPORT,
    WHALE,
    WHEEL,
    WITHDRAW,
    chosen,
    legal,
    mast,
    play,
    sail,
    stock,
    stored,
    table,
    why,
    yard,
)


def test_t1_the_chooser_gets_the_bonus_even_if_he_passes() -> None:
    """T1 (R4.2, R8.1)."""
    s = chosen(HULLS)
    assert s.players[0].vp == 12
    assert [p.vp for p in s.players[1:]] == [10, 10]

    play(s, "pass")

    assert s.players[0].vp == 12
    assert s.players[0].flipped == 1


def test_t2_all_four_hulls_cost_six_coins_and_bring_a_fifth() -> None:
    """T2 (R5.1, R5.3, R5.10, R4.6)."""
    s = chosen(HULLS)
    p = s.players[0]

    play(s, "buy:0,1", "buy:1,2", "buy:2,1", "buy:3,0")

    assert GAME.prompt(s) == "free"
    assert (p.coins, p.workers) == (9, 2)
    play(s, "free:1")
    assert stored(p) == [MIDDLE, SINGLE]
    assert (p.coins, p.workers) == (9, 2)
    assert GAME.prompt(s) == "act"


def test_t3_bow_and_stern_use_the_blue_workers_only() -> None:
    """T3 (R2.3, R4.5)."""
    s = chosen(HULLS)
    play(s, "pass", "end")
    p = s.players[1]
    assert (p.coins, p.workers) == (16, 4)

    play(s, "buy:2,1", "buy:0,1")

    assert (p.coins, p.workers) == (12, 4)
    assert p.ships[0][1] == 2


def test_t4_a_tile_of_price_0_goes_to_storage_and_a_blue_worker_is_lost() -> None:
    """T4 (R4.5, R5.3)."""
    s = chosen(HULLS)
    play(s, "pass", "end", "pass", "end")
    p = s.players[2]
    coins, workers = p.coins, p.workers

    play(s, "buy:3,0", "end")

    assert (p.coins, p.workers) == (coins, workers)
    assert stored(p) == [SINGLE]


def test_t5_two_single_hulls_stored_and_two_ships_begun() -> None:
    """T5 (R5.3, R6.2, R6.3)."""
    s = chosen(HULLS)
    p = s.players[0]

    play(s, "buy:2,1", "buy:0,1", "buy:1,2", "buy:3,0", "free:3")

    assert stored(p) == [SINGLE, SINGLE]
    assert p.cells == 2
    ships = GAME.view(s, 0)["players"][0]["ships"]  # type: ignore[index,call-overload]
    assert [(ship["closed"], ship["hulls"]) for ship in ships] == [
        (True, [BOW, STERN]),
        (False, [MIDDLE]),
    ]
    assert (p.coins, p.workers) == (15 - 6, 4 - 2)  # 4 workers, of which 2 blue


def test_t6_masts_whale_0_ship_1_second_ship_4() -> None:
    """T6 (R5.2, R5.3, R5.6)."""
    s = chosen(MASTS, space=0)  # prices 0 1 2 3, no blue workers at the anchor
    yard(s, 0, BOW, STERN)
    p = s.players[0]
    workers = p.workers

    assert why(s, f"buy:{mast(WHALE)},1") == ("R5.3", "free-tile-to-storage")
    play(s, f"buy:{mast(WHALE)},0", f"buy:{mast(SHIP)},1", f"buy:{mast(SHIP)},1")

    assert p.coins == 15 - 5
    assert p.workers == workers - 3
    assert stored(p) == [mast(WHALE)]
    assert p.cells == 2
    assert p.ships[0][2] == 2


def test_t7_one_crest_and_crowns_make_a_complete_ship() -> None:
    """T7 (R6.7, R6.9)."""
    s = chosen(TRANSPORT)
    yard(s, 0, BOW, STERN, mast(SHIP), CROWN_MAST, sail(SHIP))
    stock(s, 0, CROWN_SAIL)

    play(s, f"move:{CROWN_SAIL},1")

    assert GAME.prompt(s) == "reward"
    assert tally(s.players[0]).ships == [0, 1, 0, 0]


def test_t8_a_second_crest_is_refused_even_under_a_crown_sail() -> None:
    """T8 (R6.7): wheel mast with crown sail, and a mast that a ship-crest sail would go on."""
    s = chosen(TRANSPORT)
    yard(s, 0, BOW, STERN, mast(WHEEL), CROWN_SAIL, CROWN_MAST)
    stock(s, 0, sail(SHIP), sail(WHEEL))

    assert why(s, f"move:{sail(SHIP)},1") == ("R6.7", "crest-mismatch")
    assert f"move:{sail(WHEEL)},1" in legal(s)


def goods_table() -> tuple[int, int]:
    prices = BOARD_SPACES[6].prices
    assert prices[COFFEE - 14] == 0
    assert prices[SALT - 14] == 3
    assert {prices[FISH - 14], prices[GRAIN - 14]} == {1, 2}
    return prices[FISH - 14], prices[GRAIN - 14]


def test_t9_the_second_coffee_costs_4_and_may_be_loaded() -> None:
    """T9 (R5.2, R5.4, R5.5)."""
    goods_table()
    s = chosen(GOODS, space=6)
    yard(s, 0, BOW, STERN)
    p = s.players[0]
    coins, workers = p.coins, p.workers + s.stack[-1].data[1]

    assert why(s, f"buy:{COFFEE},1") == ("R5.3", "free-tile-to-storage")
    play(s, f"buy:{FISH},0", f"buy:{GRAIN},1", f"buy:{COFFEE},0", f"buy:{COFFEE},1")

    assert p.coins == coins - 7
    assert p.workers + s.stack[-1].data[1] == workers - 4
    assert stored(p) == [FISH, COFFEE]
    assert p.ships[0][6:] == [BOW, STERN, GRAIN, COFFEE]


def test_t10_salt_instead_saves_a_coin_but_stores_both_coffees() -> None:
    """T10 (R5.10)."""
    goods_table()
    s = chosen(GOODS, space=6)
    yard(s, 0, BOW, STERN)
    p = s.players[0]
    coins, workers = p.coins, p.workers + s.stack[-1].data[1]

    play(s, f"buy:{FISH},0", f"buy:{GRAIN},1", f"buy:{SALT},1", f"buy:{COFFEE},0")
    play(s, f"free:{COFFEE}")

    assert p.coins == coins - 6
    assert p.workers + s.stack[-1].data[1] == workers - 4
    assert p.storage[COFFEE] == 2


def crowned(crowns_workers: int) -> tuple[int, int]:
    """1 crown mast built, 1 crown stored, 1 pass tile flipped; 2 blue workers."""
    s = chosen(CROWNS)
    yard(s, 0, SINGLE, CROWN_MAST)
    stock(s, 0, CROWN_SAIL)
    p = s.players[0]
    p.flipped = 1
    before = p.vp, p.workers
    play(s, f"score:{crowns_workers}")
    return p.vp - before[0], before[1] - p.workers


def test_t11_three_crowns_times_three_workers() -> None:
    """T11 (R7.5)."""
    assert crowned(3) == (9, 1)


def test_t12_two_more_workers_reach_the_cap_exactly() -> None:
    """T12 (R7.6)."""
    assert crowned(5) == (15, 3)


def test_t13_the_cap_cuts_and_useless_workers_are_refused() -> None:
    """T13 (R7.6)."""
    s = chosen(CROWNS)
    stock(s, 0, CROWN_SAIL, CROWN_SAIL, CROWN_SAIL, CROWN_SAIL)
    p = s.players[0]
    before = p.vp

    assert why(s, "score:5") == ("R7.6", "crown-cap")
    play(s, "score:4")

    assert p.vp == before + 15


@pytest.mark.parametrize(("passes", "loss"), [(0, 6), (1, 3), (2, 1), (3, 0), (4, 0), (7, 0)])
def test_t14_loss_at_the_end_of_the_round(passes: int, loss: int) -> None:
    """T14 (R8.1, R8.2, R8.4)."""
    assert PENALTY == (6, 3, 1, 0)
    s = table(2, rounds=1)
    for p in s.players:
        p.extra, p.workers = 0, 20
    gained = turn = 0
    while GAME.to_act(s):
        if GAME.prompt(s) != "act":
            before = s.players[0].vp
            play(s, legal(s)[0])
            gained += s.players[0].vp - before
        elif GAME.to_act(s) == [1]:
            play(s, "pass")
        else:
            s.stack[-1].data[0] = WITHDRAW  # whatever was chosen: something that can be performed
            play(s, "pass" if turn < passes else "withdraw:1")
            turn += 1

    assert turn == 7
    assert s.players[0].vp == 10 + gained - loss
    assert s.players[0].flipped == 0


def test_t15_a_single_ship_brings_one_reward() -> None:
    """T15 (R6.9, R10.1)."""
    s = chosen(TRANSPORT)
    yard(s, 0, SINGLE, mast(SHIP))
    stock(s, 0, sail(SHIP))

    play(s, f"move:{sail(SHIP)},1", "reward:2")

    assert GAME.prompt(s) == "act"
    assert s.players[0].vp == 12 + 3


@pytest.mark.parametrize("rewards", [(0, 0, 1, 1), (0, 1, 2, 3), (2, 3, 4, 5), (5, 5, 4, 4)])
def test_t16_a_four_ship_brings_four_rewards(rewards: tuple[int, ...]) -> None:
    """T16 (R10.1, R10.2)."""
    s = chosen(TRANSPORT)
    yard(s, 0, BOW, MIDDLE, MIDDLE, STERN, *[mast(SHIP)] * 4, *[sail(SHIP)] * 3)
    stock(s, 0, sail(SHIP))
    play(s, f"move:{sail(SHIP)},1")

    for kind in rewards:
        assert GAME.prompt(s) == "reward"
        play(s, next(text for text in legal(s) if text.startswith(f"reward:{kind}")))

    assert GAME.prompt(s) == "act"


@pytest.mark.parametrize("kind", range(6))
def test_t16_no_reward_three_times(kind: int) -> None:
    """T16 (R10.2)."""
    s = chosen(TRANSPORT)
    yard(s, 0, BOW, MIDDLE, MIDDLE, STERN, *[mast(SHIP)] * 4, *[sail(SHIP)] * 3)
    stock(s, 0, sail(SHIP))
    play(s, f"move:{sail(SHIP)},1")
    wanted = f"reward:{kind}" + (",14,15" if kind == 5 else "")

    play(s, wanted, wanted)

    assert why(s, wanted) == ("R10.2", "reward-taken-twice")


def test_t17_a_reward_helps_to_complete_the_next_ship() -> None:
    """T17 (R10.3)."""
    s = chosen(TRANSPORT)
    yard(s, 0, SINGLE, mast(SHIP))
    yard(s, 0, SINGLE, mast(WHALE))
    stock(s, 0, sail(SHIP))
    p = s.players[0]

    play(s, f"move:{sail(SHIP)},1", "reward:1", f"move:{CROWN_SAIL},2", "reward:3", "end")

    assert tally(p).ships == [2, 0, 0, 0]
    assert p.coins == 15 + 7
    assert p.workers == 4  # both moves on the two blue workers
