"""A player who waits may compose the next turn; it is theirs alone until it is confirmed."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.play_helpers import start
from tests.games.test_play import ONE_ROUND, pass_the_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    pass_the_turn(match)
    return match


def client_of(match: Match, number: int) -> Client:
    client = Client()
    user = match.seats.get(number=number).user
    assert user is not None
    client.force_login(user)
    return client


def test_the_waiting_page_offers_it_and_the_plan_stays_private(match: Match) -> None:
    third, second = client_of(match, 2), client_of(match, 1)
    page = match.get_absolute_url()
    assert b"?plan=1" in third.get(page).content
    planning = third.get(f"{page}?plan=1").content.decode()
    assert 'value="pass"' in planning
    assert "Confirm turn" not in planning
    seen_by_second = second.get(page).content
    at = re.search(r'name="at"[^>]*value="([^"]+)"', planning)
    assert at is not None

    third.post(f"{page}move/", {"move": "pass", "at": at.group(1)})

    match.refresh_from_db()
    assert match.drafts.get(seat=2).moves == ["pass"]
    assert b"You plan ahead" in third.get(page).content
    strip = re.compile(rb'csrfmiddlewaretoken" value="[^"]+')
    assert strip.sub(b"", second.get(page).content) == strip.sub(b"", seen_by_second)


def test_the_plan_is_there_to_confirm_when_the_turn_comes(match: Match) -> None:
    third = client_of(match, 2)
    page = match.get_absolute_url()
    planning = third.get(f"{page}?plan=1").content.decode()
    at = re.search(r'name="at"[^>]*value="([^"]+)"', planning)
    assert at is not None
    third.post(f"{page}move/", {"move": "pass", "at": at.group(1)})

    pass_the_turn(match)

    mine = third.get(page).content.decode()
    assert "Confirm turn" in mine
    at = re.search(r'name="at"[^>]*value="([^"]+)"', mine)
    assert at is not None
    third.post(f"{page}confirm/", {"at": at.group(1)})
    assert match.plies.filter(seat=2, move="pass").exists()
