"""The bell, the tab, who has the table before them: live in several windows, and without script."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from accounts.services import friends
from games.models import Match
from notices.models import Notice
from notices.services.sweep import sweep
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.browser.test_live import Company, listening, mark, pass_turn, site, table, unbroken
from tests.conftest import make_player
from tests.games.helpers import running
from tests.notices.helpers import pass_turn as take_turn

__all__ = ["site", "table"]  # fixtures

pytestmark = on_the_site

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def two_matches(alice: User, bob: User) -> tuple[Match, Match]:
    """Bob is to move in both."""
    here = running(bob, alice, first_player="creator", name="Here")
    return here, running(bob, alice, first_player="creator", name="Elsewhere")


def unread(page: Page, count: int) -> None:
    expect(page.locator("#bell-mark")).to_have_attribute("data-unread", str(count))


def test_a_turn_elsewhere_shows_in_every_window_without_loading_anew(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    here, elsewhere = two_matches(alice, bob)
    Notice.objects.all().delete()
    asked: list[str] = []
    pages = {
        "match": table.visit(alice, here.get_absolute_url()),
        "home": table.visit(alice, "/"),
        "notices": table.visit(alice, "/notices/"),
    }
    for page in pages.values():
        mark(page)
        unread(page, 0)
        assert not page.title().startswith("(")
        expect(page.locator("#favicon")).to_have_attribute(
            "href", re.compile(r"favicon[^-]*\.svg$")
        )
    pages["match"].on("request", lambda request: asked.append(request.url))

    second = table.visit(bob, elsewhere.get_absolute_url())
    pass_turn(second, first=True)

    for page in pages.values():
        unread(page, 1)
        expect(page).to_have_title(re.compile(r"^\(1\) [^●]"))
        expect(page.locator("#favicon")).to_have_attribute("href", re.compile(r"favicon-1\.svg$"))
        assert unbroken(page)
    assert not [url for url in asked if "part=table" in url]  # the board has not changed
    expect(pages["notices"].locator(".notice-row.unread")).to_contain_text("Elsewhere")

    pages["match"].get_by_role("button", name="Notifications, 1 unread").click()
    row = pages["match"].locator("#bell-box .notice-row")
    expect(row).to_contain_text("It’s your turn in Elsewhere.")
    pages["match"].get_by_role("button", name="Mark all as read").click()
    unread(pages["match"], 0)
    expect(pages["match"]).to_have_title(re.compile(r"^\(1\) "))  # the turn still waits

    mine = table.visit(alice, elsewhere.get_absolute_url())
    expect(mine).to_have_title(re.compile(r"^\(1\) ● "))
    take_turn(elsewhere)
    for page in (mine, *pages.values()):
        expect(page).to_have_title(re.compile(r"^[^(●]"))


def test_news_rings_at_a_table(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match, _other = two_matches(alice, bob)
    Notice.objects.all().delete()
    page = table.visit(alice, match.get_absolute_url())
    mark(page)
    page.locator("[popovertarget=bell-box]").click()
    expect(page.locator("#bell-in")).to_contain_text("Nothing yet")

    friends.ask(asker=bob, asked=alice)
    sweep()

    unread(page, 1)
    expect(page.locator("#bell-in")).to_contain_text("bob wants to be your friend.")
    assert unbroken(page)


def test_a_page_says_whether_it_is_looked_at(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match, _other = two_matches(alice, bob)
    said: list[str] = []
    page = open_page(table.browser)
    page.on("websocket", lambda socket: socket.on("framesent", lambda told: said.append(str(told))))
    log_in(page, table.site.url, alice)
    page.goto(table.site.url + match.get_absolute_url())
    listening(page)
    page.wait_for_timeout(100)
    assert said
    assert set(said) == {'{"here":true}'}

    for hidden, word in ((True, '{"here":false}'), (False, '{"here":true}')):
        said.clear()
        page.evaluate(HIDE, hidden)
        page.wait_for_timeout(200)
        assert word in said


def test_it_works_without_script(chromium: Browser, live_server: Any, alice: User) -> None:
    friends.ask(asker=make_player("bob"), asked=alice)
    page = open_page(chromium, java_script_enabled=False, viewport={"width": 390, "height": 844})
    log_in(page, live_server.url, alice)
    page.goto(live_server.url)

    page.get_by_role("button", name="Notifications, 1 unread").click()
    page.locator("#bell-box").get_by_role("link", name="All notifications").click()
    expect(page.locator(".notice-row.unread")).to_contain_text("bob wants to be your friend.")
    page.locator("main").get_by_role("button", name="Mark all as read").click()

    expect(page.locator(".notice-row")).to_have_count(1)
    expect(page.locator(".notice-row.unread")).to_have_count(0)
    unread(page, 0)


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    chromium: Browser, live_server: Any, alice: User
) -> None:
    bob = make_player("bob")
    match, _other = two_matches(alice, bob)
    running(alice, bob, first_player="creator")
    guest = make_player("Guest-17", is_guest=True)
    problems: list[str] = []
    for user in (alice, guest):
        page = open_page(chromium)
        log_in(page, live_server.url, user)
        for path in ("/notices/", "/account/notifications/", match.get_absolute_url()):
            page.goto(live_server.url + path)
            problems += judge(page)
        page.goto(live_server.url + "/notices/")
        page.locator("[popovertarget=bell-box]").click()
        expect(page.locator("#bell-in > *")).to_have_count(1)
        problems += judge(page, widths=(360,))

    assert problems == []
