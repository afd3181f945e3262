"""A title without art of its own: text, buttons, and no more than there is to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from engine import registry
from games.models import Match
from games.selectors.positions import game_of, position
from tests.games.services.play.test_play import start
from tests.games.web.test_match_page import as_, at_of, buttons, get

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Iterator[Match]:
    registry.register("quay", "tests.engine.titles.quay.game:Quay")
    yield start(alice, bob, charlie, title="quay", options={"rounds": 1})
    registry.forget("quay")


def test_its_moves_are_worded_buttons(match: Match) -> None:
    seat = match.seats.filter(owes=True).order_by("number")[0]
    html = get(as_(seat.user), match)

    legal = game_of(match).moves(position(match), seat.number)
    assert buttons(html) == [str(move) for move in legal]
    assert "Put a card down, face down." in html
    assert ">Bid card " in html
    assert 'aria-label="Space ' not in html  # nothing of the board of another title


def test_undo_and_confirm_come_with_a_draft(match: Match) -> None:
    seat = match.seats.filter(owes=True).order_by("number")[0]
    client = as_(seat.user)
    html = get(client, match)
    assert "Undo" not in html
    assert 'id="go"' not in html

    fields = {"at": at_of(html), "move": buttons(html)[0]}
    client.post(f"/t/{match.code}/move/", fields)

    html = get(client, match)
    assert "Ready to confirm" in html
    assert html.count("Undo") == 2
    assert 'id="go"' in html


def test_whoever_has_nothing_to_decide_waits(match: Match, dora: User) -> None:
    html = get(as_(dora), match)

    assert 'class="waiting-body"' in html
    assert "is to move" in html
    assert not buttons(html)
    assert "Undo" not in html
