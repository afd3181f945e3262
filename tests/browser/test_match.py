"""The match page in a real browser: lit places, keyboard, no script, axe."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from accounts.models import User
from games.models import Match
from tests.browser.test_design import chromium, faults, log_in, open_page, pytestmark
from tests.conftest import make_player
from tests.games.test_match_page import advance
from tests.games.test_play import start

__all__ = ["chromium", "pytestmark"]


@pytest.fixture
def match(db: None) -> Match:
    return start(make_player("alice"), make_player("bob"), options={"rounds": 1})


def players(match: Match) -> tuple[User, User]:
    """Whose turn it is, and the other one."""
    seats = list(match.seats.select_related("user").order_by("-owes"))
    return seats[0].user, seats[1].user


def visit(browser: Browser, url: str, match: Match, user: User | None, **options: object) -> Page:
    page = open_page(browser, **options)
    if user is not None:
        log_in(page, url, user)
    page.goto(f"{url}/t/{match.code}/")
    return page


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(
    live_server: object, chromium: Browser, match: Match, width: int, scheme: str
) -> None:
    url = live_server.url  # type: ignore[attr-defined]
    options = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    advance(match, 25)
    mover, other = players(match)
    for user in (mover, other, None):
        page = visit(chromium, url, match, user, **options)
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    advance(match, 2000)
    assert not match.is_running
    assert faults(visit(chromium, url, match, other, **options)) == []


def test_a_lit_place_does_what_its_button_does(
    live_server: object, chromium: Browser, match: Match
) -> None:
    mover, _other = players(match)
    page = visit(chromium, live_server.url, match, mover)  # type: ignore[attr-defined]
    page.click("#space4 .w-tile")
    page.wait_for_selector("text=Undo all")
    assert match.drafts.get().moves == ["choose:4"]
    page.click("text=Undo all")
    page.wait_for_selector("#m-choose-4")
    assert match.drafts.get().moves == []


@pytest.mark.parametrize("script", [True, False])
def test_a_whole_turn_by_keyboard(
    live_server: object, chromium: Browser, match: Match, script: bool
) -> None:
    mover, _other = players(match)
    url = live_server.url  # type: ignore[attr-defined]
    page = visit(chromium, url, match, mover, java_script_enabled=script)
    page.focus("#m-choose-3")
    page.keyboard.press("Enter")
    page.wait_for_selector("#m-pass")
    page.focus("#m-pass")
    page.keyboard.press("Enter")
    page.wait_for_selector("#go")
    page.focus("#go")
    page.keyboard.press("Enter")
    page.wait_for_selector("#turn.is-waiting")
    match.refresh_from_db()
    assert match.ply == 3


@pytest.mark.parametrize("size", [2, 3, 4])
def test_browsers_play_a_round(live_server: object, chromium: Browser, size: int) -> None:
    url = live_server.url  # type: ignore[attr-defined]
    users = [make_player(name) for name in ("alice", "bob", "charlie", "dora")[:size]]
    match = start(*users, options={"rounds": 1})
    pages = {user.pk: visit(chromium, url, match, user) for user in users}
    dice = random.Random(size)
    changed = "(at) => document.getElementById('at')?.value !== at"
    for _ in range(400):
        match.refresh_from_db()
        if not match.is_running:
            break
        page = pages[players(match)[0].pk]
        page.goto(f"{url}/t/{match.code}/")
        at = page.input_value("#at")
        go = page.query_selector("#go")
        moves = page.query_selector_all('#turn-form button[name="move"]:not(#go)')
        moves = [move for move in moves if move.is_visible()]
        (go if go and (not moves or dice.random() < 0.8) else dice.choice(moves)).click()
        page.wait_for_function(changed, arg=at)
    assert match.status == Match.Status.FINISHED
    assert "The match is over" in Client().get(f"/t/{match.code}/").content.decode()
