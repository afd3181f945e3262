from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.bots import advice
from engine.bots.base import Bot, ask
from engine.bots.greedy import GreedyBot, follow
from engine.bots.random import RandomBot
from engine.bots.turns import whole_turns
from engine.core import Game, Move, Seat, State
from engine.core.rng import Dice
from tests.engine.core.hoist import Hoist
from tests.engine.titles.barter.game import Barter
from tests.engine.titles.quay.game import Quay

quay = Quay()
barter = Barter()
hoist = Hoist()


def match(game: Game[Any], bots: list[Bot], luck: int) -> State:
    rng = Random(luck)
    s: State
    s, _ = game.setup(len(bots), {}, f"{luck:032x}")
    while s.stack:
        seat = game.to_act(s)[0]
        game.apply(s, seat, ask(bots[seat], game, s, seat, rng, 50))
    return s


@pytest.mark.parametrize("game", [quay, hoist], ids=["with advice", "without"])
def test_greed_beats_chance(game: Game[Any]) -> None:
    won = 0
    for luck in range(30):
        seat = luck % 2
        bots: list[Bot] = [RandomBot(), RandomBot()]
        bots[seat] = GreedyBot()
        won += game.ranking(match(game, bots, luck))[seat] == 1

    assert won > 18


class Spy(Bot):
    name = "spy"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        self.shown = state
        return game.moves(state, seat)[0]


def test_a_bot_is_shown_another_world() -> None:
    s, _ = quay.setup(3, {}, "00" * 16)
    spy = Spy()

    ask(spy, quay, s, 1, Random(5), 1)

    assert spy.shown != s
    assert vars(spy.shown)["deck"] != s.deck
    assert quay.view(spy.shown, 1) == quay.view(s, 1)  # type: ignore[arg-type]


class Cheat(Bot):
    name = "cheat"

    def choose(self, game: Game[Any], state: State, seat: Seat, rng: Dice, budget: int) -> Move:
        return Move("win")


def test_a_bot_that_cheats_is_caught() -> None:
    s, _ = quay.setup(2, {}, "00" * 16)

    with pytest.raises(AssertionError, match="cheat wants win"):
        ask(Cheat(), quay, s, 0, Random(1), 1)


def test_a_bot_must_choose() -> None:
    s, _ = quay.setup(2, {}, "00" * 16)

    with pytest.raises(NotImplementedError):
        Bot().choose(quay, s, 0, Random(1), 1)


def test_choosing_leaves_the_position_alone() -> None:
    s, _ = quay.setup(2, {}, "00" * 16)
    before = quay.dump(s)

    GreedyBot().choose(quay, s, 0, Random(1), 100)

    assert quay.dump(s) == before


def test_a_plan_is_followed_as_far_as_it_is_legal() -> None:
    s, _ = hoist.setup(2, {}, "00" * 16)

    follow(hoist, s, 0, [Move("take", (1,)), Move("take", (1,))])

    assert s.ply == 1


@pytest.mark.parametrize("budget", [3, 400])
def test_whole_turns_are_legal_and_end_where_the_seat_stops(budget: int) -> None:
    rng = Random(3)
    s, _ = quay.setup(3, {}, "00" * 16)
    while s.stack:
        seat = quay.to_act(s)[0]
        turns = whole_turns(quay, s, seat, limit=3, budget=budget)
        assert 1 <= len(turns) <= 3
        for turn in turns:
            here = quay.clone(s)
            outcomes = [quay.apply(here, seat, move).outcome for move in turn]
            assert set(outcomes[:-1]) <= {"continues"}
            ended = outcomes[-1] != "continues" or turn[-1] in quay.passing
            assert ended or budget == 3
        moves = quay.moves(s, seat)
        quay.apply(s, seat, moves[rng.randrange(len(moves))])


def test_whole_turns_come_best_first() -> None:
    s, _ = hoist.setup(2, {}, "00" * 16)

    assert whole_turns(hoist, s, 0)[0] == [Move("take", (3,))]


def test_nobody_plans_after_the_end() -> None:
    s = match(hoist, [RandomBot(), RandomBot()], 1)

    assert whole_turns(hoist, s, 0) == []


def test_titles_without_advice_are_valued_by_their_score() -> None:
    s, _ = hoist.setup(2, {}, "00" * 16)
    s.won = [3, 8]

    assert advice.of(hoist) is None
    assert advice.value(hoist, s, 1, None) == 5.0


def test_chance_composes_too() -> None:
    """By verb first: a few examples of each are listed, and thousands can be composed."""
    s, _ = barter.setup(3, {}, "00" * 16)
    rng = Random(4)

    chosen = [ask(RandomBot(), barter, s, 0, rng, 1) for _ in range(60)]

    listed = barter.moves(s, 0)
    assert 15 < sum(move.verb == "call" for move in chosen) < 50
    assert len({move for move in chosen if move not in listed}) > 10


def test_where_no_draw_is_legal_a_listed_move_will_do() -> None:
    s, _ = barter.setup(2, {}, "00" * 16)
    s.players[0].hand.clear()  # whatever is given isn't there
    stubborn = RandomBot()

    assert all(
        stubborn.choose(barter, s, 0, Random(luck), 1).verb in ("call", "close")
        for luck in range(30)
    )


def test_a_match_of_offers_is_played_to_its_end() -> None:
    s = match(barter, [RandomBot(), GreedyBot(), RandomBot()], 3)

    assert not s.stack
