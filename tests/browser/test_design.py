"""Every page of the site in a real browser: axe, narrow screens, keyboard, no script."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect

from accounts.models import User
from games.services.tables import invite
from tests.browser.pages import faults, judge, log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.games.helpers import finished, open_table, running

PATHS = (
    "/", "/play/", "/games/", "/matches/", "/ladder/", "/tournaments/", "/rules/", "/about/",
    "/privacy/", "/terms/", "/contact/", "/debug/components/", "/nowhere/",
)  # fmt: skip

pytestmark = on_the_site


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    chromium: Browser, live_server: Any, alice: User
) -> None:
    page = open_page(chromium)
    problems: list[str] = []
    bob = make_player("bob")
    running(alice, bob, name="Waiting for one of us")
    finished(alice, bob)
    table = open_table(bob, name="Evening sail", size=3)
    private = open_table(bob, visibility="invited")
    invite.by_name(code=private.code, user=bob, name="alice")

    for path in PATHS:
        page.goto(live_server.url + path)
        problems += judge(page)
    log_in(page, live_server.url, alice)
    for path in ("/play/", "/play/new/", table.get_absolute_url(), "/"):
        page.goto(live_server.url + path)
        problems += judge(page)
    page.click("[popovertarget=menu-me]")
    expect(page.locator("#menu-me")).to_be_visible()
    problems += judge(page, widths=())

    assert problems == []


def test_the_keyboard_reaches_the_menu(chromium: Browser, live_server: Any, alice: User) -> None:
    page = open_page(chromium, viewport={"width": 1280, "height": 900})
    log_in(page, live_server.url, alice)
    page.goto(live_server.url)

    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    expect(page.locator(".skip")).to_be_in_viewport()

    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('popovertarget')") == "menu-me":
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    page.keyboard.press("Enter")
    expect(page.locator("#menu-me")).to_be_visible()
    assert outline == "3px"

    page.keyboard.press("Tab")
    expect(page.locator("#menu-me :focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#menu-me")).to_be_hidden()


def test_the_phone_menu_leads_on(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, viewport={"width": 360, "height": 740})
    page.goto(live_server.url)
    expect(page.get_by_role("link", name="Ladder")).to_be_hidden()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Ladder").click()

    expect(page).to_have_url(re.compile("/ladder/$"))


def test_it_works_without_script(chromium: Browser, live_server: Any, alice: User) -> None:
    page = open_page(chromium, java_script_enabled=False, viewport={"width": 390, "height": 844})
    log_in(page, live_server.url, alice)
    page.goto(live_server.url)

    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    page.click("[popovertarget=menu-me]")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def test_paper_is_white_at_night_too(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, color_scheme="dark")
    page.goto(live_server.url + "/privacy/")
    page.emulate_media(media="print", color_scheme="dark")

    colours = page.evaluate(
        "[document.body, document.querySelector('.card')]"
        ".map((part) => getComputedStyle(part).backgroundColor)"
    )

    assert colours == ["rgb(255, 255, 255)"] * 2
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()


def test_a_dialog_opens_and_closes(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, viewport={"width": 1280, "height": 900})
    page.goto(live_server.url + "/debug/components/")

    page.locator("[data-dialog=day-dialog]").click()
    expect(page.locator("#day-dialog")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")

    expect(page.locator("#day-dialog")).to_be_hidden()
    expect(page.locator("[data-dialog=day-dialog]")).to_be_focused()
