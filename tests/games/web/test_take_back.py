"""A take-back shows what it would undo before anybody asks or agrees."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Match, TakeBack
from games.selectors.positions import game_of, position
from games.services.play import takeback
from tests.games.helpers import running
from tests.games.play_helpers import step
from tests.games.quay_table import LUCKY, deal, until
from tests.games.services.play.test_drafts import client_of
from tests.games.services.play.test_play import pass_the_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    """Alice chose a space and passed, the second passed too, and the third is to move."""
    match = running(alice, bob, charlie, first_player="creator", options={"rounds": 2})
    pass_the_turn(match)
    pass_the_turn(match)
    return match


def page(client: Client, match: Match) -> str:
    answer = client.get(f"/t/{match.code}/take-back/")
    assert answer.status_code == 200
    return answer.text


def undone(html: str) -> list[str]:
    (listed,) = re.findall(r'<ol class="undone">(.*?)</ol>', html, re.S)
    rows = re.findall(r"<li>(.*?)</li>", listed, re.S)
    return [" ".join(re.sub(r"<[^>]+>", "", row).split()) for row in rows]


def name(match: Match, number: int) -> str:
    return str(match.seats.get(number=number).user)


def test_whoever_asks_sees_the_board_before_and_what_goes(match: Match) -> None:
    client = client_of(match, 0)
    told = undone(page(client, match))

    assert any("alice chose" in line for line in told)
    assert sum("pass" in line for line in told) == 2
    assert name(match, 1) in told[-1]
    assert not TakeBack.objects.exists()  # looking asks nothing
    start = client.get(f"/t/{match.code}/at/0/").text
    board = r'<figure class="card board".*?</figure>'
    (then,), (shown,) = (re.findall(board, html, re.S) for html in (start, page(client, match)))
    assert shown == then


def test_nothing_before_ones_own_turn_goes(match: Match) -> None:
    (line,) = undone(page(client_of(match, 1), match))
    assert name(match, 1) in line


def test_asking_takes_what_was_shown(match: Match) -> None:
    client = client_of(match, 0)
    url = f"/t/{match.code}/take-back/"
    (seen,) = re.findall(r'name="seen" value="(\d+)"', page(client, match))
    pass_the_turn(match)

    assert client.post(url, {"seen": seen}).url == url  # type: ignore[attr-defined]
    assert not TakeBack.objects.exists()
    assert len(undone(page(client, match))) > 2

    client.post(url, {"seen": str(match.ply)})
    assert TakeBack.objects.get(match=match).to_ply == 0


def test_the_others_see_the_same_before_they_answer(match: Match, alice: User) -> None:
    mine = undone(page(client_of(match, 0), match))
    takeback.ask(code=match.code, user=alice)

    for number in (1, 2):
        client = client_of(match, number)
        table = client.get(f"/t/{match.code}/").text
        assert undone(table) == undone(page(client, match)) == mine
        assert f"/t/{match.code}/board.png?ply=0" in table
        assert "alice asks to take back their last turn." in page(client, match)
        assert 'value="yes"' in page(client, match)


def test_what_cant_go_back_says_why(match: Match) -> None:
    third = page(client_of(match, 2), match)
    assert "You have no confirmed turn to take back." in third
    assert "undone" not in third
    assert 'name="seen"' not in third

    match.plies.filter(number=1).update(barrier=True)
    assert "Something new has been revealed" in page(client_of(match, 0), match)
    assert len(undone(page(client_of(match, 1), match))) == 1  # after the barrier


def test_it_is_offered_only_where_it_can_be_asked_for(match: Match) -> None:
    def offers(number: int) -> bool:
        return "Take back my last turn" in client_of(match, number).get(f"/t/{match.code}/").text

    assert [offers(number) for number in range(3)] == [True, True, False]

    match.plies.filter(number=1).update(barrier=True)  # something was revealed since
    assert [offers(number) for number in range(3)] == [False, True, False]

    second = match.seats.get(number=1)
    last = match.plies.filter(seat=1).latest("number")
    TakeBack.objects.create(
        match=match, seat=second.number, to_ply=last.turn - 1, at_ply=0, agreed=[1],
        closed_at=timezone.now(),
    )  # fmt: skip
    assert not offers(1)  # nobody is asked twice about the same turn


@pytest.mark.usefixtures("quay")
def test_secret_moves_stay_secret() -> None:
    """A bid of another seat is undone, and isn't told."""
    match, dice = deal(), random.Random(LUCKY)
    until(match, "bid", dice)
    first = game_of(match).to_act(position(match))[0]
    while not match.plies.exists():
        step(match, dice)
    match.refresh_from_db()
    bid = match.plies.order_by("-number")[0]
    assert bid.secret
    TakeBack.objects.create(
        match=match, seat=bid.seat, to_ply=bid.number - 1, at_ply=match.ply, agreed=[bid.seat]
    )
    other = client_of(match, (first + 1) % match.size)

    for html in (page(other, match), other.get(f"/t/{match.code}/").text):
        (line,) = undone(html)
        assert line.endswith("bids")
        assert f"{bid.move}" not in html
