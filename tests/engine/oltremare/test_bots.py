"""The greedy player: it trades, and it beats chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.bots import advice
from engine.bots.base import Bot, ask
from engine.bots.beginner import BeginnerBot
from engine.bots.greedy import GreedyBot
from engine.bots.random import RandomBot
from engine.bots.turns import whole_turns
from engine.core import Log
from engine.oltremare.advice import evaluate, turns
from engine.oltremare.state import OltreMareState
from engine.testing.walks import Picker, walk
from tests.engine.oltremare.build import GAME, legal, play, slip, table

GREEDY = GreedyBot()


def match(seats: int, seed: int, bots: list[Bot]) -> tuple[OltreMareState, Counter[str]]:
    s, _ = GAME.setup(seats, {}, f"{seed:032x}")
    rng, log = Random(seed), Log()
    while s.stack:
        seat = s.stack[-1].seats[0]
        GAME.play_unchecked(s, seat, ask(bots[seat], GAME, s, seat, rng, 400), log)
    GAME.check(s)
    return s, Counter(event.kind for event in log.events)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_greedy_player_beats_chance(seats: int) -> None:
    won = 0
    for seed in range(6):
        bots: list[Bot] = [RandomBot() for _ in range(seats)]
        bots[seed % seats] = GREEDY
        s, _ = match(seats, seed, bots)
        won += GAME.ranking(s)[seed % seats] == 1
    assert won >= 5


@pytest.mark.parametrize(("seats", "mean"), [(2, 57), (3, 49), (4, 44), (5, 40)])
def test_greedy_players_trade_and_score(seats: int, mean: int) -> None:
    """Nine tenths of what an independent simple player reaches, and a deal in five turns."""
    totals: list[int] = []
    told: Counter[str] = Counter()
    for seed in range(8):
        s, kinds = match(seats, seed, [GREEDY] * seats)
        totals += [sheet.total for sheet in GAME.score(s)]
        told += kinds
    assert sum(totals) / len(totals) >= 0.9 * mean
    assert told["deal"] / told["turn"] >= 0.2


@pytest.mark.parametrize("seats", [2, 5])
def test_advice_works_on_any_position(seats: int) -> None:
    s, _ = GAME.setup(seats, {"length": 1, "calls": 3}, "0c" * 16)
    for _ in walk(GAME, s, Picker([], Random(seats))):
        for seat in range(seats):
            world = GAME.redeal(s, seat, Random(s.ply))
            before = GAME.dump(world)
            assert isinstance(evaluate(world, seat), float)
            moves = GAME.moves(world, seat)
            plans = turns(world, seat, moves)
            assert bool(plans) == bool(moves)
            assert len(plans) <= 12
            for plan in plans:
                assert GAME.explain(world, seat, plan[0]) is None, plan
            assert GAME.dump(world) == before


def test_it_takes_a_good_slip_and_leaves_a_bad_one() -> None:
    s = table(hands={0: [46, 61], 1: [38, 62]}, cargo={0: [47, 31, 32, 33]})
    slip(s, 1, "offer:1,0,1,38,1,16")  # salt, for the run on top
    slip(s, 1, "offer:1,-9,1,62,0")
    first = [str(plan[0]) for plan in turns(s, 0, GAME.moves(s, 0))]
    assert first[0] == "accept:1,46"
    assert "accept:2" not in first


def test_it_answers_calls() -> None:
    s = table(hands={0: [46], 1: [38, 62]}, cargo={1: [45, 47]})
    play(s, "offer:2,2,1,46,1,40 / call")
    best = GREEDY.choose(GAME, s, 1, Random(1), 400)
    assert best.verb == "accept"
    s = table(hands={0: [46], 1: [38, 39]}, cargo={1: [31, 32]})
    play(s, "offer:2,-9,1,46,1,8 / call")
    assert GREEDY.choose(GAME, s, 1, Random(1), 400).verb in ("decline", "offer")


def test_it_leaves_slips_at_the_desk() -> None:
    s = table(hands={0: [46, 61, 62, 31, 5, 9]}, cargo={0: [45]}, deck=[10])
    while GAME.prompt(s) != "desk":
        seat = GAME.to_act(s)[0]
        play(s, f"{seat} {GREEDY.choose(GAME, s, seat, Random(1), 400)}")
    plan = turns(s, 0, GAME.moves(s, 0))[0]
    assert plan[0].verb == "offer"
    assert plan[-1].verb == "end"


def test_whole_turns_can_be_proposed() -> None:
    s, _ = GAME.setup(3, {}, "0d" * 16)
    for _ in range(12):
        seat = GAME.to_act(s)[0]
        found = whole_turns(GAME, GAME.redeal(s, seat, Random(1)), seat)
        assert found
        for move in found[0]:
            GAME.apply(s, seat, move)
            if seat not in GAME.to_act(s):
                break


def test_beginners_can_play_it() -> None:
    s, _ = match(3, 3, [BeginnerBot(), GREEDY, RandomBot()])
    assert not s.stack
    assert advice.of(GAME) is not None
    assert legal(s, 0) == []
