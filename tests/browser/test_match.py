"""The match page in a real browser: lit places, keyboard, no script, axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from engine.nauticus.material import GOOD, SAIL
from games.models import Match
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.games.services.play.test_play import start
from tests.games.web.test_match_page import advance, at_of, get, nearly_done

pytestmark = on_the_site

CHANGED = "(at) => document.getElementById('at')?.value !== at"


@pytest.fixture
def match(db: None) -> Match:
    return start(make_player("alice"), make_player("bob"), options={"rounds": 1})


def players(match: Match) -> tuple[User, User]:
    """Whose turn it is, and the other one."""
    seats = list(match.seats.select_related("user").order_by("-owes"))
    return seats[0].user, seats[1].user


def visit(browser: Browser, url: str, match: Match, user: User, **options: object) -> Page:
    """The match page of a player."""
    page = open_page(browser, **options)
    log_in(page, url, user)
    page.goto(f"{url}/t/{match.code}/")
    return page


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    advance(match, 25)
    mover, other = players(match)
    problems: list[str] = []
    for user in (mover, other):
        problems += judge(visit(chromium, live_server.url, match, user), widths=(360,))
    advance(match, 2000)
    assert not match.is_running
    problems += judge(visit(chromium, live_server.url, match, other), widths=(360,))

    assert problems == []


def test_a_lit_place_does_what_its_button_does(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    mover, _other = players(match)
    page = visit(chromium, live_server.url, match, mover)
    page.click("#space4 .w-tile")
    expect(page.locator("#go, #m-pass").first).to_be_visible()
    assert match.drafts.get().moves == ["choose:4"]
    page.click("text=Undo all")
    expect(page.locator("#m-choose-4")).to_be_visible()
    assert match.drafts.get().moves == []


def test_a_reward_of_two_goods_is_taken_on_the_board(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    client = nearly_done(match)
    moves = ["choose:3", f"move:{SAIL},1"]
    client.post(f"/t/{match.code}/move/", {"at": at_of(get(client, match)), "move": moves})
    mover, _other = players(match)
    page = visit(chromium, live_server.url, match, mover)
    page.click(f".supply [data-pick='{GOOD}']")
    page.click(f"#lit-reward-5-{GOOD}-{GOOD + 1}-{GOOD + 1}")

    expect(page.locator("#go")).to_be_visible()
    assert match.drafts.get().moves == [*moves, f"reward:5,{GOOD},{GOOD + 1}"]


def test_the_board_says_why_not(live_server: Any, chromium: Browser, match: Match) -> None:
    mover, _other = players(match)
    # High enough for the whole page: a page that scrolls takes its tips away.
    high = {"viewport": {"width": 1280, "height": 1800}}
    page = visit(chromium, live_server.url, match, mover, **high)
    tip = page.locator("#tip")
    page.locator("#m-choose-3").press("Enter")
    expect(page.locator("#m-pass")).to_be_visible()

    page.hover("#space5 .w-bonus")

    expect(tip).to_contain_text("This phase’s tile has already been chosen.")
    expect(tip.locator("a")).to_have_attribute("href", "/rules/nauticus/#R3.3")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()

    # By keyboard: one stop per part of the board, arrow keys inside it, Enter to the rule.
    page.mouse.move(0, 0)
    page.locator("#wheel [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")

    expect(tip).to_contain_text("Rule")
    page.keyboard.press("Enter")
    expect(tip.locator("a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_a_long_press_asks_and_the_tip_stays_in_the_window(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    mover, _other = players(match)
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = visit(chromium, live_server.url, match, mover, **phone)
    box = page.locator("#mine .ptile.x").bounding_box()
    assert box is not None
    finger = {"pointerType": "touch", "clientX": box["x"] + 5, "clientY": box["y"] + 5}

    page.dispatch_event("#mine .ptile.x", "pointerdown", finger)

    tip = page.locator("#tip")
    expect(tip).to_contain_text("Choose an action tile first.")
    place = tip.bounding_box()
    assert place is not None
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("script", [True, False])
def test_a_whole_turn_by_keyboard(
    live_server: Any, chromium: Browser, match: Match, script: bool
) -> None:
    mover, _other = players(match)
    page = visit(chromium, live_server.url, match, mover, java_script_enabled=script)
    for control in ("#m-choose-3", "#m-pass", "#go"):
        expect(page.locator(control)).to_be_visible()
        page.focus(control)
        page.keyboard.press("Enter")
    expect(page.locator("#turn.is-waiting")).to_be_visible()
    match.refresh_from_db()
    assert match.ply == 3


@pytest.mark.parametrize("size", [2, 3, 4])
def test_browsers_play_a_round(live_server: Any, chromium: Browser, size: int) -> None:
    """Everybody buys once, then passes: the shortest way to the end of a round of seven phases."""
    users = [make_player(name) for name in ("alice", "bob", "charlie", "dora")[:size]]
    match = start(*users, options={"rounds": 1})
    pages = {user.pk: visit(chromium, live_server.url, match, user) for user in users}
    bought: set[int] = set()
    turns = 0

    while match.is_running and turns < 7 * size:
        mover = players(match)[0]
        page = pages[mover.pk]
        look_again(page, match)
        if turn_by_keys(page, buy=mover.pk not in bought):
            bought.add(mover.pk)
        turns += 1
        match.refresh_from_db()

    assert match.status == Match.Status.FINISHED
    assert turns == 7 * size
    assert bought == {user.pk for user in users}
    for page in pages.values():
        look_again(page, match)
        expect(page.locator("#turn-h")).to_contain_text(re.compile(r"\b(won|share)\b"))
        page.get_by_role("link", name="Score sheet and chart").click()
        expect(page).to_have_url(re.compile("/result/$"))
        expect(page.locator("h1")).to_be_visible()


def look_again(page: Page, match: Match) -> None:
    """What the page does when it is told that the table has moved on: this server cannot tell."""
    match.refresh_from_db()
    table = page.locator("#table")
    if table.get_attribute("data-ply") != str(match.ply):
        page.evaluate("live.look('table')")
    expect(table).to_have_attribute("data-ply", str(match.ply))


def turn_by_keys(page: Page, buy: bool) -> bool:
    """Choose if it is to be chosen, buy something perhaps, pass, confirm. Was anything bought?

    By key: a click soon after another one at the same place would count as a double click.
    """
    form = page.locator("#turn-form")
    expect(form).to_have_count(1)
    bought = False
    for _ in range(8):
        at = page.input_value("#at")
        go, leave = form.locator("#go"), form.locator("#m-pass")
        goods = form.locator('.choices button[value^="buy:"]')
        if go.count():
            button = go
        elif buy and not bought and goods.count():
            button, bought = goods.first, True
        elif leave.count():
            button = leave
        else:
            button = form.locator('.choices button[name="move"]').first
        done = button.get_attribute("id") == "go"
        button.press("Enter")
        page.wait_for_function(CHANGED, arg=at)
        if done:
            return bought
    raise AssertionError("the turn does not end")
