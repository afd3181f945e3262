"""Ships, transport, delivery, money, crowns (sections 6 and 7)."""

from __future__ import annotations

from itertools import product

import pytest

from engine.nauticus.scoring import tally
from tests.engine.nauticus.build import (
    BOW,
    COFFEE,
    CROWN_MAST,
    CROWN_SAIL,
    CROWNS,
    DELIVER,
    FISH,
    GAME,
    GOODS,
    GRAIN,
    HULLS,
    MASTS,
    MIDDLE,
    SAILS,
    SALT,
    SHIP,
    SINGLE,
    STERN,
    TRANSPORT,
    WHALE,
    WITHDRAW,
    chosen,
    finished,
    joined,
    legal,
    mast,
    play,
    sail,
    stock,
    why,
    yard,
)


def test_hulls_grow_as_the_rules_say() -> None:
    """R6.1 to R6.4 (R6.2, R6.3): every order of up to five hull tiles."""
    for length in range(2, 6):
        for tiles in product(range(4), repeat=length):
            allowed = True
            bow = stern = middle = single = 0
            for i, tile in enumerate(tiles):
                closed = single or (bow and stern)
                if i and (closed or tile == SINGLE):
                    allowed = False
                bow += tile == BOW
                stern += tile == STERN
                middle += tile == MIDDLE
                single += tile == SINGLE
                if bow > 1 or stern > 1 or middle > 2:
                    allowed = False
            assert joined(*tiles) == allowed, tiles


def test_any_hull_tile_may_begin_a_ship() -> None:
    """R6.2, R7.1."""
    s = chosen(TRANSPORT)
    stock(s, 0, STERN, MIDDLE, BOW, SINGLE)

    assert [text for text in legal(s) if text.startswith("move")] == [
        f"move:{tile},1" for tile in range(4)
    ]


def test_a_middle_grows_at_both_ends() -> None:
    """R6.1, R6.2."""
    s = chosen(HULLS)
    s.players[0].coins = s.players[0].workers = 40
    play(s, "buy:1,1", "buy:1,1", "buy:0,1")

    assert why(s, "buy:1,1") == ("R6.4", "hull-has-that-part")
    assert why(s, "buy:0,1") == ("R6.4", "hull-has-that-part")
    play(s, "buy:2,1")
    assert why(s, "buy:2,1") == ("R6.3", "hull-closed")
    assert s.players[0].ships[0][1] == 4


def test_a_single_hull_is_closed() -> None:
    """R6.3, R6.1."""
    s = chosen(HULLS)
    yard(s, 0, SINGLE)

    for tile in (STERN, MIDDLE, BOW):
        assert why(s, f"buy:{tile},1") == ("R6.3", "hull-closed")


def test_masts_need_hulls_and_sails_need_masts() -> None:
    """R6.6."""
    s = chosen(MASTS)
    assert why(s, f"buy:{mast(WHALE)},1") == ("R6.6", "only-hulls-begin-ships")
    yard(s, 0, MIDDLE)
    play(s, f"buy:{mast(WHALE)},1")
    assert why(s, f"buy:{mast(WHALE)},1") == ("R6.6", "no-hull-for-mast")

    s = chosen(SAILS)
    yard(s, 0, BOW, STERN, mast(WHALE))
    play(s, f"buy:{sail(WHALE)},1")
    assert why(s, f"buy:{sail(WHALE)},1") == ("R6.6", "no-mast-for-sail")
    assert why(s, f"buy:{sail(WHALE)},9") == ("R13.2", "no-such-ship")


@pytest.mark.parametrize("first", [CROWN_MAST, mast(SHIP)])
def test_a_crown_leaves_the_crest_open(first: int) -> None:
    """R6.7."""
    s = chosen(SAILS)
    yard(s, 0, SINGLE, first)

    offered = [text for text in legal(s) if text.endswith(",1") and text.startswith("buy")]

    want = [0, 1, 2] if first == CROWN_MAST else [SHIP]  # star costs 0 here
    assert offered == [f"buy:{sail(crest)},1" for crest in want]


def test_mixed_masts_are_refused() -> None:
    """R6.7."""
    s = chosen(MASTS)
    yard(s, 0, BOW, STERN, mast(SHIP))

    assert why(s, f"buy:{mast(WHALE)},1") == ("R6.7", "crest-mismatch")


def test_a_ship_of_crowns_is_complete() -> None:
    """R6.7, R6.9."""
    s = chosen(TRANSPORT)
    yard(s, 0, SINGLE, CROWN_MAST)
    stock(s, 0, CROWN_SAIL)

    play(s, f"move:{CROWN_SAIL},1", "reward:3")

    assert tally(s.players[0]).ships == [1, 0, 0, 0]


def test_an_open_hull_is_not_complete() -> None:
    """R6.9."""
    s = chosen(SAILS)
    yard(s, 0, BOW, mast(SHIP))

    play(s, f"buy:{sail(SHIP)},1")

    assert GAME.prompt(s) == "act"
    assert tally(s.players[0]).unfinished == 3


def test_each_hull_tile_takes_one_good() -> None:
    """R6.8, R6.5: loaded goods are never offered again."""
    s = chosen(GOODS)
    yard(s, 0, BOW)
    play(s, f"buy:{FISH},1")

    assert why(s, f"buy:{GRAIN},1") == ("R6.8", "ship-loaded")
    assert why(s, f"buy:{GRAIN},2") == ("R6.8", "only-hulls-begin-ships")
    assert why(s, f"move:{FISH},1") == ("R3.3", "other-action")


def test_what_is_built_is_not_moved() -> None:
    """R6.5."""
    s = chosen(TRANSPORT)
    yard(s, 0, BOW, mast(SHIP), FISH)
    yard(s, 0, MIDDLE)

    for tile in (BOW, mast(SHIP), FISH):
        assert why(s, f"move:{tile},2") == ("R7.1", "not-in-storage")


def test_transport_moves_everything_that_fits() -> None:
    """R7.1, R13.3: equal tiles are one choice."""
    s = chosen(TRANSPORT)
    yard(s, 0, BOW, mast(SHIP))
    yard(s, 0, BOW, STERN)
    stock(s, 0, MIDDLE, MIDDLE, mast(WHALE), sail(SHIP), sail(SHIP), FISH)

    assert [text for text in legal(s) if text.startswith("move")] == [
        "move:1,1",
        "move:1,3",
        f"move:{mast(WHALE)},2",
        f"move:{sail(SHIP)},1",
        f"move:{FISH},1",
        f"move:{FISH},2",
    ]
    assert why(s, f"move:{mast(WHALE)},1") == ("R6.6", "no-hull-for-mast")
    assert why(s, "move:1,0") == ("R7.1", "already-in-storage")
    play(s, "move:1,1", f"move:{FISH},1")
    assert s.players[0].cells == 5


def test_transport_costs_a_worker_each() -> None:
    """R7.1, R4.6."""
    s = chosen(TRANSPORT)
    stock(s, 0, *[SINGLE] * 5)
    p = s.players[0]
    p.workers = 1
    play(s, "move:3,1", "move:3,2", "move:3,3")

    assert p.workers == 0
    assert [text for text in legal(s) if not text.startswith("extra")] == ["end"]
    assert why(s, "move:3,4") == ("R4.6", "no-worker")


def load(s, ship: int, *goods: int) -> None:  # type: ignore[no-untyped-def]
    for good in goods:
        s.supply[good] -= 1
        s.players[0].ships[ship - 1].append(good)
        s.players[0].ships[ship - 1][5] += 1


def test_only_complete_and_full_ships_deliver() -> None:
    """R7.3, R7.4."""
    s = chosen(DELIVER)
    finished(s, 0, 1)
    finished(s, 0, 2)
    yard(s, 0, SINGLE, FISH)
    load(s, 1, COFFEE)
    load(s, 2, SALT)
    p = s.players[0]

    assert [text for text in legal(s) if text.startswith("deliver")] == ["deliver:1"]
    assert why(s, "deliver:2") == ("R7.3", "not-fully-loaded")
    assert why(s, "deliver:3") == ("R7.3", "ship-unfinished")
    assert why(s, "deliver:4") == ("R13.2", "no-such-load")
    assert why(s, "deliver:0") == ("R13.2", "no-such-load")
    play(s, "deliver:1")
    assert p.delivered == [0, 0, 1, 0]
    assert p.cells == 0
    assert p.ships[0][5] == 0


def test_several_ships_deliver_and_load_again() -> None:
    """R7.3."""
    s = chosen(DELIVER)
    finished(s, 0, 2)
    finished(s, 0, 2)
    load(s, 1, COFFEE, FISH)
    load(s, 2, COFFEE, FISH)
    p = s.players[0]

    play(s, "deliver:2", "deliver:1", "end")

    assert p.delivered == [2, 0, 2, 0]
    assert p.workers == 2
    s.stack[-1].data[0] = GOODS
    s.stack[-1].seats[0] = 0
    s.turn = 0
    assert f"buy:{FISH},1" in legal(s)


def test_withdrawing_is_one_move() -> None:
    """R7.2, R9.7: the turn stays open for the extra action only."""
    s = chosen(WITHDRAW)
    assert why(s, "withdraw:7") == ("R7.2", "no-worker")
    assert why(s, "withdraw:0") == ("R13.2", "no-such-workers")
    play(s, "withdraw:1")

    assert why(s, "withdraw:1") == ("R7.2", "one-withdrawal")
    assert why(s, "pass") == ("R8.3", "action-over")
    assert legal(s)[0] == "end"

    s = chosen(WITHDRAW)
    s.players[0].extra = 0
    play(s, "withdraw:6")
    assert GAME.to_act(s) == [1]


def test_crowns_need_a_crown_and_workers() -> None:
    """R7.5, R7.6."""
    s = chosen(CROWNS)
    assert why(s, "score:1") == ("R7.6", "no-crowns")
    stock(s, 0, CROWN_SAIL)

    assert [text for text in legal(s) if text.startswith("score")] == [
        f"score:{n}" for n in range(1, 7)
    ]
    assert why(s, "score:7") == ("R7.5", "no-worker")


@pytest.mark.parametrize(("crowns", "most"), [(1, 15), (2, 8), (3, 5), (4, 4), (5, 3), (15, 1)])
def test_no_worker_is_wasted_on_crowns(crowns: int, most: int) -> None:
    """R7.6."""
    s = chosen(CROWNS)
    p = s.players[0]
    p.workers = 40
    stock(s, 0, *[CROWN_SAIL] * min(crowns, 12))
    p.flipped = crowns - min(crowns, 12)
    before = p.vp

    assert sum(text.startswith("score") for text in legal(s)) == most
    play(s, f"score:{most}")
    assert p.vp == before + 15
