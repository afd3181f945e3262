"""Evaluation and suggested turns: legal, and better than the floor."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.base import Bot, ask
from engine.bots.beginner import BeginnerBot
from engine.bots.greedy import GreedyBot
from engine.bots.random import RandomBot
from engine.core.types import Log
from engine.nauticus.advice import evaluate, turns
from engine.nauticus.scoring import sheets
from engine.nauticus.state import NauticusState
from engine.nauticus.worth import exact
from tests.engine.nauticus.build import (
    CROWNS,
    GAME,
    HULLS,
    SHIP,
    SINGLE,
    TRANSPORT,
    WITHDRAW,
    chosen,
    mast,
    sail,
    stock,
    table,
    yard,
)
from tests.engine.nauticus.floor import Floor


def wander(seats: int, seed: int, plies: int) -> NauticusState:
    s = table(seats, seed=f"{seed:032x}")
    rng = random.Random(seed)
    log = Log(on=False)
    for _ in range(plies):
        if not s.stack:
            break
        (seat,) = GAME.to_act(s)
        GAME.play_unchecked(s, seat, rng.choice(GAME.moves(s, seat)), log)
    return s


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 330))
def test_suggested_turns_are_legal_and_few(seats: int, seed: int, plies: int) -> None:
    s = wander(seats, seed, plies)
    for seat in range(seats):
        moves = GAME.moves(s, seat)
        found = turns(s, seat, moves)

        assert bool(found) == bool(moves)
        assert len(found) <= 12
        assert len({tuple(turn) for turn in found}) == len(found)
        for turn in found:
            trial = GAME.clone(s)
            for move in turn:
                GAME.apply(trial, seat, move)
            assert not trial.stack or trial.stack[-1].seats != [seat] or trial.phase != s.phase


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 500))
def test_any_position_has_a_value(seats: int, seed: int, plies: int) -> None:
    s = wander(seats, seed, plies)
    for seat in range(seats):
        value = evaluate(s, seat)
        assert -60 < value < 400
        if not s.stack:
            sheet = sheets(s)[seat]
            assert sheet.total <= value < sheet.total + 1
            assert value == exact(s.players[seat])


def test_it_finishes_a_ship_when_it_can() -> None:
    s = chosen(TRANSPORT)
    yard(s, 0, SINGLE, mast(SHIP))
    stock(s, 0, sail(SHIP))

    best = turns(s, 0, GAME.moves(s, 0))[0]

    assert str(best[0]) == f"move:{sail(SHIP)},1"


def test_it_keeps_the_extra_action_for_the_last_round() -> None:
    s = chosen(WITHDRAW)
    assert not [t for t in turns(s, 0, GAME.moves(s, 0)) if t[0].verb == "extra"]

    s = chosen(CROWNS, rounds=1)
    stock(s, 0, *[13] * 5)
    s.players[0].workers = 9
    s.phase = 6
    s.used = [1, 1, 1, 0, 1, 1, 1, 0]
    assert [t for t in turns(s, 0, GAME.moves(s, 0)) if "extra" in {m.verb for m in t}]


def test_it_suggests_a_turn_for_every_tile() -> None:
    s = table(4)

    found = turns(s, 0, GAME.moves(s, 0))

    assert len({turn[0] for turn in found}) >= 6


def test_it_offers_nothing_to_those_who_owe_nothing() -> None:
    s = chosen(HULLS)

    assert turns(s, 1, []) == []


def match(bots: list[Bot], seed: int) -> NauticusState:
    s = table(len(bots), seed=f"{seed:032x}")
    rng = random.Random(seed)
    log = Log(on=False)
    while s.stack:
        (seat,) = GAME.to_act(s)
        GAME.play_unchecked(s, seat, ask(bots[seat], GAME, s, seat, rng, 100), log)
    return s


@pytest.mark.parametrize(("seats", "games"), [(2, 12), (3, 6), (4, 6)])
def test_the_greedy_player_beats_the_floor(seats: int, games: int) -> None:
    """24 seeded matches against players who only pass and score crowns."""
    mine: list[int] = []
    theirs: list[int] = []
    for seed in range(1, games + 1):
        me = seed % seats
        bots: list[Bot] = [Floor() for _ in range(seats)]
        bots[me] = GreedyBot()
        totals = [sheet.total for sheet in sheets(match(bots, seed))]
        mine.append(totals.pop(me))
        theirs += totals

    assert sum(mine) / len(mine) > sum(theirs) / len(theirs) + 3


def test_a_beginner_is_no_match_for_greed_but_no_fool_either() -> None:
    """The player of lessons: measured over seeded matches of one round, seats in turn."""

    def won(one: Bot, other: Bot, matches: int) -> tuple[int, int, int]:
        wins = ours = theirs = 0
        for number in range(matches):
            seats = [one, other] if number % 2 else [other, one]
            rng, log = random.Random(number), Log(on=False)
            s, _events = GAME.setup(2, {"rounds": 1}, f"{number:032x}")
            while s.stack:
                (seat,) = GAME.to_act(s)
                GAME.play_unchecked(s, seat, ask(seats[seat], GAME, s, seat, rng, 400), log)
            mine = seats.index(one)
            totals = [sheet.total for sheet in sheets(s)]
            wins += totals[mine] > totals[1 - mine]
            ours, theirs = ours + totals[mine], theirs + totals[1 - mine]
        return wins, ours, theirs

    wins, greedy, beginner = won(GreedyBot(), BeginnerBot(), 10)
    assert wins >= 8
    assert greedy > beginner + 30

    wins, beginner, chance = won(BeginnerBot(), RandomBot(), 20)
    assert wins >= 16
    assert beginner > chance + 60
