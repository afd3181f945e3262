"""A tile bought at price 0 without room for it: offered with a warning, lost, and told as such."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from engine.core.types import Log
from engine.nauticus.material import BOW, GOOD, MAST, MASTS
from engine.nauticus.steps.action import build, store
from games.models import Entry, Match
from games.selectors.positions import game_of, position
from games.titles.nauticus.log import sentence
from tests.games.services.play.test_play import start
from tests.games.web.test_match_page import as_, at_of, buttons, get, owing, places

pytestmark = pytest.mark.django_db

WHALE = f"buy:{MAST},0"


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """11 of 12 cells in use, a bow in the yard, the masts on a space where a whale costs 0."""
    match = start(alice, bob)
    state = position(match)
    number = owing(match).number
    p = state.players[number]
    for cell in range(11):
        store(state, p, GOOD + cell % 4)
    state.supply[BOW] -= 1
    build(state, p, BOW, 1, Log(on=False))
    other = state.tiles.index(MASTS)
    state.tiles[other], state.tiles[0] = state.tiles[0], MASTS
    game = game_of(match)
    game.check(state)
    game.apply(state, number, game.moves(state, number)[0])  # space 1: whale 0, ship 1, …
    match.state = game.dump(state)
    match.save()
    return match


@pytest.fixture
def mover(match: Match) -> Client:
    return as_(owing(match).user)


def test_the_button_says_that_the_tile_will_be_lost(match: Match, mover: Client) -> None:
    html = get(mover, match)

    assert WHALE in buttons(html)
    assert WHALE in places(html)  # on the quay: storage has no cell for it
    assert "No room: lost" in html
    assert "no room: it’s lost, and the worker is spent" in html


def test_it_says_so_in_french(match: Match, mover: Client, alice: User, bob: User) -> None:
    User.objects.update(language="fr")

    html = get(mover, match)

    assert "Pas de place : perte" in html


def test_where_there_is_room_nothing_is_said_of_losing(match: Match, mover: Client) -> None:
    state = position(match)
    p = state.players[owing(match).number]
    p.storage[GOOD] -= 1
    p.cells -= 1
    match.state = game_of(match).dump(state)
    match.save()

    html = get(mover, match)

    assert WHALE in buttons(html)
    assert "No room: lost" not in html


def test_the_first_copy_is_lost_and_the_second_built_by_the_buttons_of_the_page(
    match: Match, mover: Client
) -> None:
    number = owing(match).number
    mover.post(f"/t/{match.code}/move/", {"at": at_of(get(mover, match)), "move": WHALE})
    html = get(mover, match)
    assert "Whale mast (no room: it’s lost)" in html
    second = f"buy:{MAST},1"
    assert second in buttons(html)
    assert WHALE not in buttons(html)

    mover.post(f"/t/{match.code}/move/", {"at": at_of(html), "move": second})
    mover.post(f"/t/{match.code}/confirm/", {"at": at_of(get(mover, match))})

    match.refresh_from_db()
    p = position(match).players[number]
    assert p.cells == 11
    assert p.ships[0][6:] == [BOW, MAST]
    lost = Entry.objects.get(match=match, kind="buy", data__dest=-1)
    names = ["Alice", "Bob"]
    assert "but had no room for it: it’s lost." in str(sentence(lost, names))
    with translation.override("fr"):
        assert "sans avoir la place : la tuile est perdue." in str(sentence(lost, names))
