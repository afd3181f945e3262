"""A whole turn in one sentence, and what it costs and brings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from engine import registry
from engine.core.types import State, parse_move
from engine.nauticus.game import Nauticus
from engine.testing.build import build, play
from games.selectors.walks import walk
from games.titles.answers import TurnWords
from games.titles.registry import presenter_of
from tests.engine.core.hoist import Hoist

GAME = Nauticus()
# On space 4 of this deal hulls are bought; the prices there are 1, 2, 3 and 0.
SEED = "07" * 32


def told(s: State, moves: str, seat: int = 0) -> TurnWords:
    turn = walk(GAME, s, seat, [parse_move(text) for text in moves.split()])
    assert turn.whole
    before, after = GAME.view(s, seat), GAME.view(turn.state, seat)
    return presenter_of("nauticus").turn_words(turn.moves, turn.events, before, after)


@pytest.fixture
def s() -> State:
    return build(GAME, 3, {"rounds": 2}, seed=SEED)


def test_what_is_bought_is_named_with_its_place_and_price(s: State) -> None:
    assert told(s, "choose:3 buy:0,1 buy:2,1 buy:1,0 end") == TurnWords(
        "Choose “Buy hulls”, buy a stern and a bow for berth A, then buy a middle hull for storage",
        "6 coins and 1 worker",
        "2 points",
    )


def test_several_of_a_kind_are_counted(s: State) -> None:
    found = told(s, "choose:3 buy:3,0 buy:3,0 end")

    assert found.text == "Choose “Buy hulls”, then buy 2 × single hull for storage"


def test_what_costs_nothing_is_free(s: State) -> None:
    found = told(s, "choose:3 buy:3,0 end")

    assert found == TurnWords(
        "Choose “Buy hulls”, then buy a single hull for storage", "", "2 points"
    )


def test_the_extra_action_tells_what_is_done_with_it(s: State) -> None:
    found = told(s, "choose:3 pass extra:0 buy:0,1 end")

    assert found.text == (
        "Choose “Buy hulls”, pass, then use your extra action to buy a stern for berth A"
    )


def test_a_pass_is_a_pass_and_its_crown_a_gain(s: State) -> None:
    play(GAME, s, "0 choose:3 / 0 pass / 0 end")

    assert told(s, "pass end", seat=1) == TurnWords("Pass", "", "1 crown")


def test_a_last_move_that_reveals_is_reckoned_all_the_same() -> None:
    """At the end of a round nothing is played before the next one is dealt."""
    s = build(GAME, 2, {"rounds": 2}, seed=SEED)
    dice = iter(range(1000))
    while not (s.phase == 6 and s.stack[-1].step == "act" and s.turn != s.start):
        (seat,) = GAME.to_act(s)
        moves = GAME.moves(s, seat)
        step = next((m for m in (*GAME.passing, GAME.ending) if m in moves), None)
        GAME.apply(s, seat, step or moves[0])
        assert next(dice) < 900
    (seat,) = GAME.to_act(s)
    s.players[seat].extra = 0
    s.players[seat].flipped, s.players[seat].workers = 3, 4
    s.stack[-1].data[0], s.stack[-1].data[1] = 7, 1  # score crowns, one blue worker

    found = told(s, "score:3", seat)

    assert walk(GAME, s, seat, [parse_move("score:3")]).barrier
    assert found == TurnWords("Score your crowns with 3 workers", "2 workers", "9 points")
    s.stack[-1].data[0] = 5
    assert told(s, "withdraw:3", seat) == TurnWords(
        "Withdraw 6 coins with 3 workers", "2 workers", "6 coins"
    )


def test_it_is_told_in_french(s: State) -> None:
    with translation.override("fr"):
        found = told(s, "choose:3 buy:0,1 end")

    assert "une poupe" in found.text
    assert found.cost == "1 pièce"


@pytest.fixture
def _hoist() -> Iterator[None]:
    registry.register("hoist", "tests.engine.core.hoist:Hoist")
    yield
    registry.forget("hoist")


@pytest.mark.usefixtures("_hoist")
def test_a_title_without_words_names_its_moves() -> None:
    game = Hoist()
    s, _ = game.setup(2, {}, "00" * 16)
    view = game.view(s, 0)

    found = presenter_of("hoist").turn_words([parse_move("take:2")], [], view, view)

    assert found == TurnWords("Take:2")
