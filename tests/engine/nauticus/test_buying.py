"""Buying and storage (section 5)."""

from __future__ import annotations

import pytest

from engine.nauticus.advice import sensible, turns
from tests.engine.nauticus.build import (
    BOW,
    CROWN_MAST,
    CROWN_SAIL,
    FISH,
    GAME,
    GOODS,
    HULLS,
    MASTS,
    SAILS,
    SALT,
    SHIP,
    SINGLE,
    STERN,
    WHALE,
    chosen,
    empty,
    fill,
    legal,
    mast,
    play,
    sail,
    stored,
    why,
    yard,
)


@pytest.mark.parametrize(("action", "first"), [(HULLS, 0), (MASTS, 4), (SAILS, 9), (GOODS, 14)])
def test_first_copies_have_the_listed_price_and_further_ones_cost_4(
    action: int, first: int
) -> None:
    """R5.1, R5.2: prices 1 2 3 0 at the 2-points space."""
    s = chosen(action)
    p = s.players[0]
    p.coins = p.workers = 40
    spent = []
    for i in (0, 1, 2, 0, 2, 0):
        before = p.coins
        play(s, f"buy:{first + i},0")
        spent.append(before - p.coins)

    assert spent == [1, 2, 3, 4, 4, 4]


def test_only_the_kinds_on_the_tile_are_sold() -> None:
    """R5.1: and crowns never."""
    s = chosen(MASTS)

    assert why(s, f"buy:{CROWN_MAST},0") == ("R5.1", "not-sold-here")
    assert why(s, f"buy:{CROWN_SAIL},0") == ("R5.1", "not-sold-here")
    assert why(s, f"buy:{STERN},0") == ("R5.1", "not-sold-here")
    assert why(s, "buy:18,0") == ("R13.2", "no-such-tile")


def test_a_paid_tile_may_be_stored_or_built() -> None:
    """R5.4."""
    s = chosen(MASTS)
    yard(s, 0, SINGLE)

    assert {f"buy:{mast(WHALE)},0", f"buy:{mast(WHALE)},1"} <= set(legal(s))
    play(s, f"buy:{mast(WHALE)},0")
    assert stored(s.players[0]) == [mast(WHALE)]


def test_a_paid_tile_that_fits_no_ship_is_stored() -> None:
    """R5.4."""
    s = chosen(SAILS)

    play(s, f"buy:{sail(SHIP)},0")

    assert stored(s.players[0]) == [sail(SHIP)]


def test_nobody_pays_for_a_tile_of_price_0() -> None:
    """R5.5, R5.3; its second copy is paid and may be built."""
    s = chosen(HULLS)

    assert [text for text in legal(s) if text.startswith("buy:3,")] == ["buy:3,0"]
    assert why(s, "buy:3,1") == ("R5.3", "free-tile-to-storage")
    play(s, "buy:3,0")
    assert "buy:3,1" in legal(s)


def test_storage_counts_cells() -> None:
    """R5.6, R5.8."""
    s = chosen(MASTS)
    yard(s, 0, SINGLE)
    fill(s, 0, 10)
    assert f"buy:{mast(WHALE)},0" in legal(s)

    fill(s, 0, 11)

    assert why(s, f"buy:{mast(WHALE)},0") == ("R5.6", "storage-full")
    assert f"buy:{mast(WHALE)},1" in legal(s)  # paid, built at once


@pytest.mark.parametrize(("action", "tile"), [(HULLS, 0), (SAILS, 9), (GOODS, 14)])
def test_a_paid_tile_that_can_neither_be_stored_nor_built_is_not_sold(
    action: int, tile: int
) -> None:
    """R5.8."""
    s = chosen(action)
    fill(s, 0, 12)

    assert why(s, f"buy:{tile},0") == ("R5.6", "storage-full")
    assert (f"buy:{tile},1" in legal(s)) == (action == HULLS)


def test_a_mast_at_price_0_is_forfeited_to_reach_the_second_copy() -> None:
    """R5.8, R5.7, R5.2: 11 of 12 cells, a whale mast at price 0, a bow in the yard."""
    s = chosen(MASTS, space=0)  # whale 0, ship 1, wheel 2, star 3; no blue workers
    p = s.players[0]
    yard(s, 0, BOW)
    fill(s, 0, 11)
    workers, coins, left = p.workers, p.coins, s.supply[mast(WHALE)]

    events = play(s, f"buy:{mast(WHALE)},0")

    assert (p.workers, p.coins, p.cells) == (workers - 1, coins, 11)
    assert s.supply[mast(WHALE)] == left
    assert [(event.kind, event.data["dest"]) for event in events] == [("buy", -1)]
    assert why(s, f"buy:{mast(WHALE)},0") == ("R5.6", "storage-full")  # it costs 4 now
    play(s, f"buy:{mast(WHALE)},1")
    assert p.coins == coins - 4
    assert p.ships[0][6:] == [BOW, mast(WHALE)]


@pytest.mark.parametrize(("action", "tile"), [(HULLS, 3), (MASTS, 7), (SAILS, 12), (GOODS, 17)])
def test_what_costs_nothing_may_be_forfeited(action: int, tile: int) -> None:
    """R5.8, R5.3: a tile of price 0 with a full storage; it is never built instead."""
    s = chosen(action)  # prices 1 2 3 0
    yard(s, 0, SINGLE, mast(3))
    fill(s, 0, 12)

    assert [text for text in legal(s) if text.startswith(f"buy:{tile},")] == [f"buy:{tile},0"]
    before = list(s.supply)
    play(s, f"buy:{tile},0")
    assert s.supply == before
    assert s.stack[-1].data[2] == 1  # a use: no pass any more
    assert why(s, "pass") == ("R8.3", "already-performed")


def test_a_forfeited_tile_counts_for_the_set_of_four() -> None:
    """R5.8, R5.10, R5.7: it was bought; the fifth tile finds no room either."""
    s = chosen(HULLS)
    p = s.players[0]
    p.coins = p.workers = 40
    fill(s, 0, 12)

    events = play(s, "buy:3,0", "buy:0,1", "buy:1,2", "buy:2,1")

    assert events[-1].kind == "forfeit"
    assert p.cells == 12


def test_no_coin_buys_a_forfeit_in_the_extra_action() -> None:
    """R5.8, R9.2: nothing costs 0 there."""
    s = chosen(MASTS)
    fill(s, 0, 12)
    yard(s, 0, SINGLE)
    play(s, "extra:1")

    assert not [text for text in legal(s) if text.endswith(",0")]


def test_nobody_advised_forfeits_for_nothing() -> None:
    """R5.8: a worker for a tile that goes back, unless the second copy has a place."""
    s = chosen(MASTS, space=0)
    fill(s, 0, 12)
    whale = f"buy:{mast(WHALE)},0"
    assert whale in legal(s)

    def advised() -> set[str]:
        found = turns(s, 0, GAME.moves(s, 0))
        return {str(move) for turn in found for move in turn}

    assert whale not in advised()
    yard(s, 0, SINGLE)
    assert whale in {str(move) for move in sensible(s, 0, None)}


def test_nothing_leaves_storage_but_by_transport() -> None:
    """R5.9."""
    s = chosen(HULLS)
    fill(s, 0, 12)

    assert why(s, f"move:{FISH},1") == ("R3.3", "other-action")
    assert not [text for text in legal(s) if text.startswith(("move", "discard"))]


def test_coins_and_workers_are_needed() -> None:
    """R5.12."""
    s = chosen(HULLS)
    p = s.players[0]
    p.coins = 2
    assert why(s, "buy:2,1") == ("R5.12", "not-enough-coins")
    assert "buy:1,1" in legal(s)

    p.workers = s.stack[-1].data[1] = 0

    assert why(s, "buy:3,0") == ("R5.12", "no-worker")
    assert legal(s)[0] == "pass"


@pytest.mark.parametrize("action", [MASTS, SAILS, GOODS])
def test_without_workers_nothing_is_sold(action: int) -> None:
    """R4.6."""
    s = chosen(action)
    s.players[0].workers = s.stack[-1].data[1] = 0
    s.players[0].extra = 0

    assert legal(s) == ["pass"]


@pytest.mark.parametrize(("action", "tile"), [(HULLS, BOW), (MASTS, 5), (SAILS, 10), (GOODS, SALT)])
def test_an_empty_stack_sells_nothing(action: int, tile: int) -> None:
    """R1.2."""
    s = chosen(action)
    empty(s, tile, 2)

    assert why(s, f"buy:{tile},0") == ("R1.2", "stack-empty")
    assert not [text for text in legal(s) if text.startswith(f"buy:{tile},")]


def test_the_fifth_tile_comes_once_per_action() -> None:
    """R5.10."""
    s = chosen(GOODS)
    p = s.players[0]
    p.coins = p.workers = 40
    play(s, "buy:14,0", "buy:15,0", "buy:16,0", "buy:17,0")
    assert why(s, "free:8") == ("R5.10", "not-among-these")
    assert why(s, "end") == ("R5.10", "take-the-free-tile-first")
    play(s, "free:14")

    assert why(s, "free:14") == ("R5.10", "no-free-tile-due")
    play(s, "buy:14,0", "buy:15,0", "buy:16,0", "buy:17,0")
    assert GAME.prompt(s) == "act"


def test_the_fifth_tile_is_one_in_stock_or_none() -> None:
    """R5.10, R1.2."""
    s = chosen(HULLS)
    p = s.players[0]
    p.coins = p.workers = 40
    s.supply[1] -= 8
    s.players[2].storage[1] += 8
    s.players[2].cells += 8
    play(s, "buy:0,0", "buy:1,0", "buy:2,0", "buy:3,0")

    assert legal(s) == ["free:0", "free:2", "free:3"]
    assert why(s, "free:1") == ("R1.2", "stack-empty")


def test_the_fifth_tile_is_forfeited_without_room() -> None:
    """R5.7."""
    s = chosen(HULLS)
    p = s.players[0]
    fill(s, 0, 11)
    p.workers = 9

    events = play(s, "buy:0,1", "buy:1,2", "buy:2,1", "buy:3,0")

    assert events[-1].kind == "forfeit"
    assert GAME.prompt(s) == "act"
    assert p.cells == 12


def test_the_last_tiles_leave_no_fifth() -> None:
    """R5.10: all four stacks end with the set itself."""
    s = chosen(GOODS)
    p = s.players[0]
    p.workers = p.coins = 40
    for i in range(4):
        s.players[2].delivered[i] += 11
        s.supply[14 + i] -= 11

    play(s, "buy:14,0", "buy:15,0", "buy:16,0", "buy:17,0")

    assert GAME.prompt(s) == "act"


def test_rewards_come_before_the_fifth_tile() -> None:
    """R5.11."""
    s = chosen(SAILS)  # whale 1, ship 2, wheel 3, star 0
    p = s.players[0]
    p.coins = p.workers = 40
    yard(s, 0, SINGLE, mast(SHIP))
    play(s, f"buy:{sail(0)},0", f"buy:{sail(2)},0", f"buy:{sail(3)},0")
    play(s, f"buy:{sail(SHIP)},1")

    assert GAME.prompt(s) == "reward"
    view = GAME.view(s, 0)
    assert view["free_due"] is True
    assert why(s, "free:9") == ("R10.1", "take-the-reward-first")
    play(s, "reward:3")
    assert GAME.prompt(s) == "free"
    play(s, f"free:{sail(SHIP)}")
    assert GAME.prompt(s) == "act"


def test_a_reward_may_fill_the_room_of_the_fifth_tile() -> None:
    """R5.11, R5.7."""
    s = chosen(SAILS)
    p = s.players[0]
    p.coins = p.workers = 40
    fill(s, 0, 8)
    yard(s, 0, SINGLE, mast(SHIP))
    play(s, f"buy:{sail(0)},0", f"buy:{sail(2)},0", f"buy:{sail(3)},0")

    events = play(s, f"buy:{sail(SHIP)},1", "reward:1")

    assert [event.kind for event in events][-1] == "forfeit"
    assert GAME.prompt(s) == "act"


def test_supply_and_stock_shrink() -> None:
    """R1.1: what is bought leaves the supply, what is forfeited does not."""
    s = chosen(HULLS)

    play(s, "buy:0,1", "buy:1,0")

    assert s.supply[:4] == [17, 8, 18, 18]
