"""Passing, the extra action, rewards, the end (sections 8 to 11)."""

from __future__ import annotations

import pytest

from engine.core.errors import GameOver, IllegalMove, NotYourDecision
from engine.core.types import Log, Move
from engine.nauticus.scoring import sheets
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
    assert why(s, "score:1") == ("R3.3", "other-action")
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


def rewarded(cells: int = 0, size: int = 1):  # type: ignore[no-untyped-def]
    """Seat 0 has just completed a ship in a transport."""
    s = chosen(TRANSPORT)
    hulls = [SINGLE] if size == 1 else [BOW, *[1] * (size - 2), 0]
    yard(s, 0, *hulls, *[mast(SHIP)] * size, *[sail(SHIP)] * (size - 1))
    stock(s, 0, sail(SHIP))
    fill(s, 0, cells + 1)
    play(s, f"move:{sail(SHIP)},1")
    return s


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
    assert why(s, "reward:5,15,14") == ("R13.2", "smaller-number-first")
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


@pytest.mark.parametrize(
    ("count", "points"),
    [(0, 0), (1, 2), (2, 5), (3, 9), (4, 14), (5, 20), (6, 25), (9, 40), (12, 55)],
)
def test_goods_points(count: int, points: int) -> None:
    """R11.2."""
    s = table()
    s.players[0].delivered[2] = count

    assert sheets(s)[0].lines["goods"] == points


def test_an_unused_extra_tile_is_worth_nothing() -> None:
    """R11.6, R11.4: parts of complete ships and delivered goods give no coin."""
    s = table()
    before = sheets(s)[0]
    s.players[0].extra = 0
    assert sheets(s)[0] == before

    finished(s, 0, 3)
    s.players[0].delivered[0] = 1
    assert sheets(s)[0].lines["leftovers"] == before.lines["leftovers"]


def test_places_are_shared_in_the_end() -> None:
    """R11.5."""
    s = table(4)
    for p, (vp, coins) in zip(s.players, [(50, 9), (50, 9), (49, 12), (60, 0)], strict=True):
        p.vp, p.coins, p.workers = vp, coins, 0

    assert [sheet.total for sheet in sheets(s)] == [53, 53, 53, 60]
    assert GAME.ranking(s) == [3, 3, 2, 1]


def test_after_the_end_nothing_is_legal() -> None:
    """R11.1."""
    s = table(2, rounds=1)
    log = Log()
    while GAME.to_act(s):
        (seat,) = GAME.to_act(s)
        GAME.play_unchecked(s, seat, GAME.moves(s, seat)[-1], log)
    before = GAME.dump(s)

    assert why(s, "pass", 0) == ("R11.1", "game-over")
    with pytest.raises(GameOver):
        GAME.apply(s, 0, Move("pass"))
    assert GAME.dump(s) == before
    assert [event.seat for event in log.events if event.kind == "final"] == [0, 1]
    assert GAME.view(s, 0)["over"] is True


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (Move("dance"), "no-such-verb"),
        (Move("pass", (1,)), "wrong-count"),
        (Move("buy", (1,)), "wrong-count"),
        (Move("buy", (1, 99)), "no-such-ship"),
        (Move("buy", (-1, 0)), "no-such-tile"),
        (Move("move", (99, 0)), "no-such-tile"),
        (Move("extra", (8,)), "no-such-action"),
    ],
)
def test_numbers_that_name_nothing(text: Move, code: str) -> None:
    """R13.2."""
    s = chosen(HULLS)
    before = GAME.dump(s)

    with pytest.raises(IllegalMove) as caught:
        GAME.apply(s, 0, text)

    assert (caught.value.why.rule, caught.value.why.code) == ("R13.2", code)
    assert GAME.dump(s) == before


def test_another_seat_may_not_move() -> None:
    """R13.1."""
    s = chosen(HULLS)
    before = GAME.dump(s)

    with pytest.raises(NotYourDecision):
        GAME.apply(s, 1, Move("pass"))

    assert GAME.dump(s) == before
    for seat in (1, 2):
        assert GAME.moves(s, seat) == []


def test_no_other_seat_moves_at_any_prompt() -> None:
    """R13.1."""
    s = table()
    assert GAME.moves(s, 1) == []
    play(s, "choose:1")
    assert GAME.moves(s, 1) == []
    s = rewarded()
    assert GAME.moves(s, 1) == []
    s = chosen(HULLS)
    play(s, "extra:5")
    assert GAME.moves(s, 1) == []
