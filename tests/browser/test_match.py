"""The match page in a real browser: lit places, keyboard, no script, axe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from engine.nauticus.material import GOOD, SAIL
from games.models import Match
from tests.browser.test_design import chromium, faults, log_in, open_page, pytestmark
from tests.conftest import make_player
from tests.games.test_match_page import advance, at_of, get, nearly_done
from tests.games.test_play import start

__all__ = ["chromium", "pytestmark"]

CHANGED = "(at) => document.getElementById('at')?.value !== at"
# What the page does when it is told that the table has moved on.
LOOK_AGAIN = """() => htmx.ajax(
    "GET", document.getElementById("match").dataset.part, { target: "#table", swap: "morph" }
)"""


@pytest.fixture
def match(db: None) -> Match:
    return start(make_player("alice"), make_player("bob"), options={"rounds": 1})


def players(match: Match) -> tuple[User, User]:
    """Whose turn it is, and the other one."""
    seats = list(match.seats.select_related("user").order_by("-owes"))
    return seats[0].user, seats[1].user


@contextmanager
def visit(
    browser: Browser, url: str, match: Match, user: User, **options: object
) -> Iterator[Page]:
    """The match page of a player; closed at the end, so that it asks for nothing any more."""
    page = open_page(browser, **options)
    log_in(page, url, user)
    page.goto(f"{url}/t/{match.code}/")
    yield page
    page.context.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    live_server: Any, chromium: Browser, match: Match, width: int, scheme: str
) -> None:
    options = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    advance(match, 25)
    mover, other = players(match)
    for user in (mover, other):
        with visit(chromium, live_server.url, match, user, **options) as page:
            assert faults(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    advance(match, 2000)
    assert not match.is_running
    with visit(chromium, live_server.url, match, other, **options) as page:
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_lit_place_does_what_its_button_does(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    mover, _other = players(match)
    with visit(chromium, live_server.url, match, mover) as page:
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
    with visit(chromium, live_server.url, match, mover) as page:
        page.click(f".supply [data-pick='{GOOD}']")
        page.click(f"#lit-reward-5-{GOOD}-{GOOD + 1}-{GOOD + 1}")

        expect(page.locator("#go")).to_be_visible()
        assert match.drafts.get().moves == [*moves, f"reward:5,{GOOD},{GOOD + 1}"]


def test_the_board_says_why_not(live_server: Any, chromium: Browser, match: Match) -> None:
    mover, _other = players(match)
    with visit(chromium, live_server.url, match, mover) as page:
        tip = page.locator("#tip")
        page.click("#m-choose-3")
        expect(page.locator("#m-pass")).to_be_visible()

        page.hover("#space5 .w-bonus")

        expect(tip).to_contain_text("The tile of this phase is already chosen.")
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
    with visit(chromium, live_server.url, match, mover, **phone) as page:
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
    with visit(chromium, live_server.url, match, mover, java_script_enabled=script) as page:
        for control in ("#m-choose-3", "#m-pass", "#go"):
            expect(page.locator(control)).to_be_visible()
            page.focus(control)
            page.keyboard.press("Enter")
        expect(page.locator("#turn.is-waiting")).to_be_visible()
        match.refresh_from_db()
        assert match.ply == 3


@pytest.mark.parametrize("size", [2, 3, 4])
def test_browsers_play_a_round(live_server: Any, chromium: Browser, size: int) -> None:
    """Everybody buys once if they can, then passes: the shortest way to the end by real clicks."""
    users = [make_player(name) for name in ("alice", "bob", "charlie", "dora")[:size]]
    match = start(*users, options={"rounds": 1})
    bought: set[int] = set()
    with ExitStack() as tables:
        pages = {
            user.pk: tables.enter_context(visit(chromium, live_server.url, match, user))
            for user in users
        }
        for _ in range(7 * size):
            mover = players(match)[0]
            page = pages[mover.pk]
            page.evaluate(LOOK_AGAIN)
            turn_by_clicks(page, buy=mover.pk not in bought)
            bought.add(mover.pk)
        match.refresh_from_db()
        assert match.status == Match.Status.FINISHED
        page.reload()
        expect(page.locator("#turn-h")).to_have_text("The match is over")
        page.get_by_role("link", name="Score sheet and chart").click()
        expect(page.locator("h1")).to_be_visible()
    assert bought == {user.pk for user in users}


def turn_by_clicks(page: Page, buy: bool) -> None:
    """Choose if it is to be chosen, buy something perhaps, pass or confirm."""
    form = page.locator("#turn-form")
    for _ in range(12):
        at = page.input_value("#at")
        go, leave = form.locator("#go"), form.locator("#m-pass")
        first = form.locator('.choices button[name="move"]').first
        if go.count():
            button = go
        elif leave.count() and not (buy and first.count()):
            button = leave
        else:
            button = first
        done = button.get_attribute("id") == "go"
        button.click()
        page.wait_for_function(CHANGED, arg=at)
        if done:
            return
    raise AssertionError("the turn does not end")
