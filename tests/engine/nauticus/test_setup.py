"""Material, set-up, rounds and phases (sections 1 to 4)."""

from __future__ import annotations

import random

import pytest

from engine.core.errors import BadOptions
from engine.core.types import Log
from engine.nauticus.material import BOARD_SPACES, STOCK, WHEEL
from tests.engine.nauticus.build import (
    CROWN_MAST,
    CROWN_SAIL,
    FISH,
    GAME,
    HULLS,
    MASTS,
    SEED,
    WITHDRAW,
    chosen,
    empty,
    lay,
    legal,
    mast,
    play,
    table,
    why,
)


def test_it_has_the_printed_stacks() -> None:
    """R1.1."""
    hulls, masts, sails, goods = STOCK[:4], STOCK[4:9], STOCK[9:14], STOCK[14:]

    assert hulls == (18, 9, 18, 18)
    assert masts == sails == (15, 15, 15, 15, 12)
    assert goods == (12, 12, 12, 12)
    assert sum(hulls + masts + sails) == 207


@pytest.mark.parametrize(
    ("seats", "coins", "workers", "rounds"),
    [
        (2, [15, 16], [4, 4], 4),
        (3, [15, 16, 17], [4, 4, 5], 5),
        (4, [15, 16, 16, 17], [4, 4, 5, 6], 5),
    ],
)
def test_it_compensates_later_seats(
    seats: int, coins: list[int], workers: list[int], rounds: int
) -> None:
    """R2.1, R2.2, R2.3, R2.4, R2.5."""
    s = table(seats)

    assert [p.coins for p in s.players] == coins
    assert [p.workers for p in s.players] == workers
    assert s.options == {"rounds": rounds}
    assert {(p.vp, p.cells, p.flipped, p.extra, len(p.ships)) for p in s.players} == {
        (10, 0, 0, 1, 0)
    }
    assert s.anchor == 0
    assert BOARD_SPACES[0].workers == 3
    assert GAME.to_act(s) == [0]
    assert s.round == 1


@pytest.mark.parametrize("seats", [1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    """R2.1."""
    with pytest.raises(BadOptions) as caught:
        GAME.setup(seats, {}, SEED)
    assert caught.value.key == "seats"


@pytest.mark.parametrize("options", [{"rounds": 0}, {"rounds": 6}, {"round": 3}])
def test_it_refuses_unknown_options(options: dict[str, int]) -> None:
    """R2.6."""
    with pytest.raises(BadOptions):
        GAME.setup(3, options, SEED)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_it_plays_as_many_rounds_as_asked(rounds: int) -> None:
    """R2.6, R11.1."""
    s = table(2, rounds=rounds)

    finish(s, random.Random(rounds))

    assert s.round == rounds
    assert GAME.to_act(s) == []


def finish(s, rng):  # type: ignore[no-untyped-def]
    """Play to the end at random; answers who selected when, and the spaces by round."""
    chosen_by: list[int] = []
    spaces: list[tuple[int, int]] = []
    log = Log(on=False)
    while GAME.to_act(s):
        (seat,) = GAME.to_act(s)
        move = rng.choice(GAME.moves(s, seat))
        if move.verb == "choose":
            chosen_by.append(seat)
            spaces.append((s.round, move.args[0]))
        GAME.play_unchecked(s, seat, move, log)
    return chosen_by, spaces


@pytest.mark.parametrize(
    ("seats", "selections"), [(2, [14, 14]), (3, [12, 12, 11]), (4, [9, 9, 9, 8])]
)
def test_it_lets_each_seat_select_its_share(seats: int, selections: list[int]) -> None:
    """R3.2, R3.5, R3.6, R3.8: 28 or 35 phases, seven different spaces in each round."""
    s = table(seats)

    chosen_by, spaces = finish(s, random.Random(seats))

    assert [chosen_by.count(seat) for seat in range(seats)] == selections
    assert chosen_by == [i % seats for i in range(len(chosen_by))]
    assert len(spaces) == (28 if seats == 2 else 35)
    for number in range(1, s.options["rounds"] + 1):
        assert len({space for round_, space in spaces if round_ == number}) == 7


def test_it_gives_everyone_a_turn_clockwise() -> None:
    """R3.3, R13.1."""
    s = chosen(WITHDRAW, seats=4)
    for seat in range(4):
        assert GAME.to_act(s) == [seat]
        assert s.turn == seat
        assert why(s, "pass", (seat + 1) % 4) == ("R13.1", "not-your-decision")
        play(s, "pass", "end")

    assert GAME.prompt(s) == "choose"
    assert GAME.to_act(s) == [1]


def test_it_uses_a_tile_once_per_round() -> None:
    """R3.4."""
    s = chosen(WITHDRAW)
    for _ in range(3):
        play(s, "pass", "end")

    assert "choose:3" not in legal(s)
    assert why(s, "choose:3") == ("R3.4", "tile-used")
    assert why(s, "choose:8") == ("R13.2", "no-such-space")
    assert why(s, "pass") == ("R3.2", "choose-a-tile-first")
    assert s.used == [0, 0, 0, 1, 0, 0, 0, 0]
    assert s.first == 3


def test_it_deals_all_tiles_each_round() -> None:
    """R3.1, R1.4."""
    s = table(2)
    deals = []
    for number in range(1, 5):
        deals.append(tuple(s.tiles))
        while s.round == number and GAME.to_act(s):
            play(
                s,
                legal(s)[-1] if GAME.prompt(s) != "act" else "end" if "end" in legal(s) else "pass",
            )

    assert all(sorted(deal) == list(range(8)) for deal in deals)
    assert len(set(deals)) == 4


def test_the_wheel_may_stay_where_it_is() -> None:
    """R3.7, R4.1."""
    s = table(2, rounds=2)
    prices = [space["prices"] for space in GAME.view(s, 0)["spaces"]]  # type: ignore[index,call-overload,union-attr]
    while s.round == 1:
        play(
            s,
            legal(s)[0]
            if GAME.prompt(s) in ("choose", "bonus")
            else "end"
            if "end" in legal(s)
            else "pass",
        )

    assert s.anchor == 0
    view = GAME.view(s, 0)
    assert view["wheel"] == list(WHEEL)
    assert [space["prices"] for space in view["spaces"]] == prices  # type: ignore[index,call-overload,union-attr]


@pytest.mark.parametrize(
    ("space", "workers", "coins", "points"),
    [(0, 3, 0, 0), (3, 0, 0, 2), (4, 2, 0, 0), (5, 1, 0, 0), (6, 1, 0, 1), (7, 0, 4, 0)],
)
def test_bonuses(space: int, workers: int, coins: int, points: int) -> None:
    """R4.2, R1.3."""
    s = table()

    play(s, f"choose:{space}")

    p = s.players[0]
    assert (p.workers - 4, p.coins - 15, p.vp - 10) == (workers, coins, points)
    assert [(o.workers, o.coins, o.vp) for o in s.players[1:]] == [(4, 16, 10), (5, 17, 10)]


@pytest.mark.parametrize(("space", "first"), [(1, 4), (2, 9), (5, 14)])
def test_bonus_tiles(space: int, first: int) -> None:
    """R4.3, R9.5."""
    s = table()
    play(s, f"choose:{space}")

    assert GAME.prompt(s) == "bonus"
    assert legal(s) == [f"bonus:{first + i}" for i in range(4)]
    assert why(s, "bonus:8") == ("R4.3", "not-among-these")
    assert why(s, "extra:5") == ("R4.3", "take-the-bonus-first")
    play(s, f"bonus:{first + 2}")
    assert s.players[0].storage[first + 2] == 1
    assert GAME.prompt(s) == "act"
    assert why(s, f"bonus:{first}") == ("R4.3", "no-bonus-due")


def test_a_bonus_tile_needs_a_stack() -> None:
    """R1.2, R4.4."""
    s = table()
    empty(s, mast(0), 2)
    lay(s, HULLS, 1)
    play(s, "choose:1")
    assert legal(s) == ["bonus:5", "bonus:6", "bonus:7"]
    assert why(s, "bonus:4") == ("R1.2", "stack-empty")

    s = table()
    for crest in range(4):
        empty(s, mast(crest), 2)
    play(s, "choose:1")
    assert GAME.prompt(s) == "act"


def test_bonus_workers_may_be_used_at_once() -> None:
    """R4.4, R4.6: no blue workers at the anchor, and an empty purse of workers before."""
    s = table()
    lay(s, WITHDRAW, 0)
    s.players[0].workers = 0

    play(s, "choose:0", "withdraw:3")

    assert s.players[0].workers == 0
    assert s.players[0].coins == 21


def test_everyone_has_the_same_blue_workers() -> None:
    """R4.5."""
    s = chosen(MASTS)
    for _ in range(3):
        assert s.stack[-1].data[1] == WHEEL[3] == 2
        play(s, f"buy:{mast(0)},0", "end")

    assert [p.workers for p in s.players] == [4, 4, 5]


def test_everything_is_open() -> None:
    """R1.5: all seats and the spectator see the same table."""
    s = chosen(WITHDRAW)
    views = [GAME.view(s, seat) for seat in (0, 1, 2, None)]
    for view in views:
        view.pop("seat")

    assert all(view == views[0] for view in views)
    assert SEED not in str(views[0])


def test_crowns_are_never_a_bonus() -> None:
    """R4.3."""
    for space, crown in ((1, CROWN_MAST), (2, CROWN_SAIL)):
        s = table()
        play(s, f"choose:{space}")
        assert why(s, f"bonus:{crown}") == ("R4.3", "not-among-these")


def test_a_good_comes_with_the_worker_even_if_it_does_not_fit() -> None:
    """R4.2, R5.7."""
    s = table()
    p = s.players[0]
    for _ in range(12):
        s.supply[FISH] -= 1
    p.storage[FISH] = p.cells = 12

    play(s, "choose:5")

    assert p.workers == 5
    assert GAME.prompt(s) == "act"
