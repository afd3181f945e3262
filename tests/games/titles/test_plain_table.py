"""A title without art of its own: text, buttons, and no more than there is to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts.models import User
from engine import registry
from engine.core.errors import WhyNot
from engine.core.types import Event, Move
from games import history
from games.models import Match
from games.selectors.positions import game_of, position
from games.titles.base import ENGINE_REASONS
from games.titles.registry import presenter_of
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


def test_its_log_and_its_refusals_are_in_the_words_of_the_engine(match: Match) -> None:
    presenter = presenter_of("quay")
    names = ["Ann", "<Ben>", "Cleo"]

    assert presenter.sentence(Event("haul", 1, {"card": 7}), names) == "<Ben> hauls card 7"
    assert presenter.sentence(Event("close", 0, {}), names) == "<b>Ann</b>: close"  # no words
    assert presenter.did(Move("close"), "Ann") == "<b>Ann</b>: close the market"
    told = presenter.why_not(WhyNot("R3", "too-dear", {"price": 2}))
    assert told.text == "That costs 2 coins."
    assert presenter.why_not(WhyNot("", "not-now")).text == str(ENGINE_REASONS["not-now"])
    assert presenter.why_not(WhyNot("R4", "holds-a-flare")).text == "That move isn’t possible."


def test_its_log_escapes_what_people_call_themselves(match: Match, alice: User) -> None:
    presenter = presenter_of("quay")
    number = match.seats.get(user=alice).number
    match.log.create(ply=0, number=99, kind="haul", seat=number, data={"card": 7})
    User.objects.filter(pk=alice.pk).update(username="<i>")
    html = presenter.log(history.whole_log(match, None, presenter))[-1].html
    assert "&lt;i&gt; hauls card 7" in html


def test_the_replay_offers_no_other_board(match: Match, dora: User) -> None:
    html = as_(dora).get(f"/t/{match.code}/at/0/").content.decode()

    assert "Quay, round 1" in html
    assert "Text board" not in html
    assert "Graphical board" not in html


def test_undo_and_confirm_come_with_a_draft(match: Match) -> None:
    seat = match.seats.filter(owes=True).order_by("number")[0]
    client = as_(seat.user)
    html = get(client, match)
    assert "Nothing to undo yet." in html
    assert 'name="everything"' not in html
    assert 'id="go"' not in html

    fields = {"at": at_of(html), "move": buttons(html)[0]}
    client.post(f"/t/{match.code}/move/", fields)

    html = get(client, match)
    assert "Ready to confirm" in html
    assert html.count('name="everything"') == 2
    assert 'id="go"' in html


def test_whoever_has_nothing_to_decide_waits(match: Match, dora: User) -> None:
    html = get(as_(dora), match)

    assert 'class="waiting-body"' in html
    assert "Waiting for " in html
    assert not buttons(html)
    assert "Undo" not in html
