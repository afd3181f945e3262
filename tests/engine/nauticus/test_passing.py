"""What a pass saves and earns, told before it's made (section 8)."""

from __future__ import annotations

import pytest

from engine.nauticus.material import PHASES, SPACES
from engine.nauticus.passing import Passing, passing
from engine.nauticus.state import NauticusState
from tests.engine.nauticus.build import CROWNS, GAME, HULLS, chosen, lay, play, table


def last_phase(s: NauticusState) -> NauticusState:
    """Six tiles are used up; the current one is the seventh."""
    others = [space for space in range(SPACES) if space != s.space]
    for space in others[:-1]:
        s.used[space] = 1
    s.phase, s.first = PHASES - 1, others[0]
    return s


@pytest.mark.parametrize(("flipped", "saves"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_it_saves_the_tile_it_flips(flipped: int, saves: int) -> None:
    """R8.1, R8.2, R8.4: −3 first, then −2, then −1, then nothing."""
    s = chosen(HULLS)
    s.players[0].flipped = flipped

    assert passing(s, 0) == Passing(saves, saves > 0)


@pytest.mark.parametrize("flipped", range(4))
def test_a_pass_costs_that_much_less_at_the_end_of_the_round(flipped: int) -> None:
    """R8.4, by playing the round's last turn both ways."""

    def lost(move: str) -> int:
        s = last_phase(chosen(HULLS, seats=2, rounds=2))
        for p in s.players:
            p.extra = 0
        play(s, "pass")
        p = s.players[1]
        p.flipped, before = flipped, p.vp
        play(s, move, *(() if move == "pass" else ("end",)))
        assert s.round == 2
        return before - p.vp

    s = chosen(HULLS)
    s.players[1].flipped = flipped
    assert lost("buy:0,0") - lost("pass") == passing(s, 1).saves


def test_the_crown_counts_while_it_can_still_be_scored() -> None:
    """R7.5, R3.2, R3.6: another phase of this round may bring the tile."""
    s = chosen(HULLS)
    s.players[0].extra = 0
    crowns = s.tiles.index(CROWNS)
    assert passing(s, 0).crown

    s.used[crowns] = 1
    assert not passing(s, 0).crown

    s.used[crowns] = 0
    assert not passing(last_phase(s), 0).crown  # whichever tile is left, nobody performs it


def test_passing_on_the_crowns_themselves_lets_them_go() -> None:
    """R3.3: everybody has one turn with the tile."""
    s = chosen(CROWNS)
    s.players[0].extra = 0

    assert passing(s, 0) == Passing(3, False)


def test_the_extra_action_can_always_score_it() -> None:
    """R9.1, R9.4."""
    assert passing(last_phase(chosen(CROWNS)), 0) == Passing(3, True)


def test_the_view_tells_it_of_every_seat() -> None:
    s = table(3)
    lay(s, CROWNS, 3)
    s.players[1].flipped, s.players[2].flipped, s.players[2].extra = 1, 3, 0

    told = [player["passing"] for player in GAME.view(s, None)["players"]]  # type: ignore[union-attr, call-overload, index]

    assert told == [
        {"saves": 3, "crown": True},
        {"saves": 2, "crown": True},
        {"saves": 0, "crown": False},
    ]
