"""The pages behind a mail's links in a real browser: axe, narrow screens, and the button itself."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from accounts.models import User
from games.demo.people import play
from games.links.proposals import proposals
from games.links.tokens import decision_link, turn_link
from games.models import Match, Seat
from tests.browser.pages import judge, on_the_site, open_page
from tests.conftest import make_player
from tests.games.helpers import running
from tests.games.play_helpers import owing

pytestmark = on_the_site


@pytest.fixture
def match(db: None) -> Match:
    match = running(*(make_player(name) for name in ("alice", "bob", "charlie")))
    play(match, 31)
    return Match.objects.get(pk=match.pk)


def reader(match: Match) -> tuple[User, Seat]:
    seat = owing(match)
    assert seat.user is not None
    return seat.user, seat


def test_axe_finds_nothing_on_the_pages_of_a_link(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    user, seat = reader(match)
    longest = max(proposals(match, seat.number), key=lambda one: len(one.words))
    turn = turn_link(user, seat, match, longest.moves)
    page = open_page(chromium)

    problems: list[str] = []
    for path in (turn, decision_link(user, seat, match), turn + "?board=text", "/go/nonsense/"):
        page.goto(live_server.url + path)
        problems += judge(page)

    assert problems == []


def test_a_turn_is_confirmed_without_script_or_cookie(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    user, seat = reader(match)
    one = proposals(match, seat.number)[0]
    page = open_page(chromium, java_script_enabled=False)
    page.goto(live_server.url + turn_link(user, seat, match, one.moves))

    expect(page.get_by_role("heading", name=one.words)).to_be_visible()
    page.get_by_role("button", name="Confirm this turn").click()
    expect(page.get_by_role("heading", name="Done, your turn is played")).to_be_visible()
    match.refresh_from_db()
    assert match.plies.filter(seat=seat.number, number=match.ply).exists()
    assert page.context.cookies() == []


def test_done_and_dead_pages_are_as_good(live_server: Any, chromium: Browser, match: Match) -> None:
    user, seat = reader(match)
    path = turn_link(user, seat, match, proposals(match, seat.number)[0].moves)
    page = open_page(chromium)
    page.goto(live_server.url + path)
    page.get_by_role("button", name="Confirm this turn").click()
    expect(page.get_by_role("heading", name="Done, your turn is played")).to_be_visible()

    problems = judge(page)
    page.goto(live_server.url + path)
    expect(page.get_by_role("heading", name="You’ve already taken this turn")).to_be_visible()

    assert problems + judge(page) == []
