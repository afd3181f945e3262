"""What must hold whatever is played: the invariants, on random matches of every player count."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.types import Log, Move, parse_move
from engine.nauticus.state import NauticusState
from engine.nauticus.tables import FORMS
from tests.engine.nauticus.build import GAME, table

RULES = set(
    re.findall(
        r"\*\*(R\d+\.\d+)\*\*",
        (Path(__file__).parents[3] / "docs/rules/nauticus.md").read_text(encoding="utf-8"),
    )
)

seats = st.integers(2, 4)
seeds = st.integers(0, 2**64 - 1)


def start(count: int, seed: int) -> tuple[NauticusState, random.Random]:
    return table(count, seed=f"{seed:032x}"), random.Random(seed)


def wander(s: NauticusState, rng: random.Random, plies: int) -> None:
    log = Log(on=False)
    for _ in range(plies):
        owed = GAME.to_act(s)
        if not owed:
            return
        GAME.play_unchecked(s, owed[0], rng.choice(GAME.moves(s, owed[0])), log)


@given(seats, seeds)
def test_invariants_after_every_ply(count: int, seed: int) -> None:
    """R1.1, R1.3, R3.2, R3.4, R5.6, R6.1, R6.7: conservation, storage, no debts, ships, phases."""
    s, rng = start(count, seed)
    log = Log()
    phases = 0
    while GAME.to_act(s):
        (seat,) = GAME.to_act(s)
        moves = GAME.moves(s, seat)
        assert moves
        assert len(set(moves)) == len(moves)
        assert moves == GAME.moves(s, seat)
        move = rng.choice(moves)
        if move.verb == "choose":
            assert not s.used[move.args[0]]
            phases += 1
        GAME.play_unchecked(s, seat, move, log)
        GAME.check(s)
    assert phases == 7 * s.options["rounds"] == (28 if count == 2 else 35)
    assert s.ply <= GAME.max_plies
    scored = [event.data["points"] for event in log.events if event.kind == "score"]
    assert all(points <= 15 for points in scored)  # type: ignore[operator]
    assert sum(s.used) == 7


@given(seats, seeds)
def test_events_add_up_to_the_score(count: int, seed: int) -> None:
    """R8.4, R7.5, R4.2, R10.2: the track is 10 points and what the log says."""
    s, rng = start(count, seed)
    log = Log()
    while GAME.to_act(s):
        (seat,) = GAME.to_act(s)
        GAME.play_unchecked(s, seat, rng.choice(GAME.moves(s, seat)), log)

    for seat, p in enumerate(s.players):
        points = 10
        for event in log.events:
            if event.seat != seat:
                continue
            if event.kind in ("bonus", "score"):
                points += event.data["points"]  # type: ignore[operator]
            elif event.kind == "penalty":
                points -= event.data["points"]  # type: ignore[operator]
            elif event.kind == "reward" and event.data["reward"] == 2:
                points += 3
        assert p.vp == points


@given(seats, seeds, st.integers(0, 250))
def test_same_seed_same_moves_same_position(count: int, seed: int, plies: int) -> None:
    """R3.1: nothing but the seed decides."""
    s, rng = start(count, seed)
    moves: list[tuple[int, str]] = []
    log = Log(on=False)
    for _ in range(plies):
        owed = GAME.to_act(s)
        if not owed:
            break
        move = rng.choice(GAME.moves(s, owed[0]))
        moves.append((owed[0], str(move)))
        GAME.play_unchecked(s, owed[0], move, log)

    again = table(count, seed=f"{seed:032x}")
    for seat, text in moves:
        GAME.apply(again, seat, parse_move(text))

    assert GAME.dump(again) == GAME.dump(s)
    assert again == s
    copy = GAME.clone(s)
    assert copy == s
    assert GAME.load(json.loads(json.dumps(GAME.dump(s)))) == s
    before = GAME.dump(s)
    wander(copy, rng, 12)
    assert GAME.dump(s) == before


well_formed = st.one_of(
    st.builds(
        Move,
        st.sampled_from([*FORMS]),
        st.lists(st.integers(-1, 19), max_size=3).map(tuple),
    ),
    *[
        st.builds(
            Move,
            st.just(verb),
            st.tuples(
                *[st.integers(field.low, min(field.high, field.low + 19)) for field in form.fields]
            ),
        )
        for verb, form in FORMS.items()
        if verb != "reward"
    ],
    st.builds(Move, st.just("reward"), st.tuples(st.integers(0, 5))),
    st.builds(
        Move, st.just("reward"), st.tuples(st.just(5), st.integers(14, 17), st.integers(14, 17))
    ),
    st.builds(Move, st.just("reward"), st.tuples(st.just(5), st.integers(14, 17))),
)


@given(seats, seeds, st.integers(0, 300), st.lists(well_formed, min_size=40, max_size=60))
def test_every_refusal_has_a_rule(count: int, seed: int, plies: int, asked: list[Move]) -> None:
    """R13.1, R13.2: legal exactly when there is no reason against it."""
    s, rng = start(count, seed)
    wander(s, rng, plies)
    before = GAME.dump(s)
    for seat in range(count):
        legal = GAME.moves(s, seat)
        for move in legal:
            assert GAME.explain(s, seat, move) is None
        for move in asked:
            why = GAME.explain(s, seat, move)
            assert (why is None) == (move in legal)
            if why is not None:
                assert why.rule in RULES
                assert why.code not in ("", "not-offered", "not-now")
    assert GAME.dump(s) == before


@given(seats, seeds, st.integers(0, 300))
def test_an_offered_extra_action_has_a_use(count: int, seed: int, plies: int) -> None:
    """R9.6: offered exactly if the two new workers make a use possible."""
    s, rng = start(count, seed)
    wander(s, rng, plies)
    for p in s.players:
        p.extra = 1
    if GAME.prompt(s) != "act":
        return
    (seat,) = GAME.to_act(s)
    offered = {move.args[0] for move in GAME.moves(s, seat) if move.verb == "extra"}
    for action in range(8):
        trial = GAME.clone(s)
        GAME.play_unchecked(trial, seat, Move("extra", (action,)), Log(on=False))
        assert (action in offered) == bool(GAME.moves(trial, seat))


@given(seats, seeds, st.integers(0, 300))
def test_views_are_plain_and_tell_nothing_of_the_future(count: int, seed: int, plies: int) -> None:
    """R1.5: redealt worlds look alike; the next deal differs."""
    s, rng = start(count, seed)
    wander(s, rng, plies)
    view = GAME.view(s, 0)
    assert json.loads(json.dumps(view)) == view
    text = json.dumps(view)
    assert s.seed not in text
    assert '"stack"' not in text
    assert "drawn" not in text

    other = GAME.redeal(s, 0, rng)

    assert other.seed != s.seed
    assert GAME.view(other, 0) == view
    assert GAME.dump(other) | {"seed": s.seed} == GAME.dump(s)


def test_redealt_futures_differ() -> None:
    """R3.1."""
    s = table(2, rounds=2)
    deals = set()
    for n in range(20):
        other = GAME.redeal(s, 0, random.Random(n))
        while other.round == 1:
            wander(other, random.Random(1), 1)
        deals.add(tuple(other.tiles))
    assert len(deals) >= 19


@pytest.mark.parametrize(
    ("outcome", "count"), [("barrier", 4), ("hands_over", 1), ("continues", 1)]
)
def test_only_a_new_round_is_a_barrier(outcome: str, count: int) -> None:
    """R3.1: nothing else is drawn or turned up."""
    s = table(3)
    rng = random.Random(5)
    seen = 0
    while GAME.to_act(s):
        (seat,) = GAME.to_act(s)
        number = s.round
        applied = GAME.apply(s, seat, rng.choice(GAME.moves(s, seat)))
        assert (applied.outcome == "barrier") == (s.round != number)
        seen += applied.outcome == outcome
    assert seen == count if outcome == "barrier" else seen >= count


@pytest.mark.parametrize("number", [3.0, True])
def test_a_number_that_only_equals_a_space_is_that_space(number: float) -> None:
    """R13.2: `choose:3.0` used to fail half-way, with the tile taken and no bonus paid."""
    s = table(2)
    twin = GAME.clone(s)

    GAME.apply(s, 0, Move("choose", (number,)))  # type: ignore[arg-type]

    GAME.apply(twin, 0, Move("choose", (int(number),)))
    assert GAME.dump(s) == GAME.dump(twin)
    assert type(s.space) is int
