"""Every page of the site in a real browser: axe, narrow screens, keyboard, no script."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from accounts.models import User

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PATHS = (
    "/", "/play/", "/games/", "/ladder/", "/tournaments/", "/rules/", "/about/", "/privacy/",
    "/terms/", "/contact/", "/debug/components/", "/nowhere/",
)  # fmt: skip

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no Chromium at {CHROMIUM}"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


def open_page(browser: Browser, **options: Any) -> Page:
    page = browser.new_context(reduced_motion="reduce", **options).new_page()
    page.set_default_timeout(10_000)
    return page


def log_in(page: Page, url: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(
    width: int, scheme: Any, chromium: Browser, live_server: Any, alice: User
) -> None:
    page = open_page(chromium, viewport={"width": width, "height": 900}, color_scheme=scheme)
    problems: list[str] = []
    page.on("console", lambda said: said.type == "error" and problems.append(said.text))
    page.on("pageerror", lambda fault: problems.append(str(fault)))

    for path in PATHS:
        page.goto(live_server.url + path)
        problems += [f"{path} {fault}" for fault in faults(page)]
    log_in(page, live_server.url, alice)
    page.goto(live_server.url)
    page.click("[popovertarget=menu-me]")
    problems += [f"harbour {fault}" for fault in faults(page)]
    page.context.close()

    # This server speaks no sockets; `test_live.py` has one that does.
    expected = ("404 (Not Found)", "/ws/")
    assert [line for line in problems if not any(part in line for part in expected)] == []


@pytest.mark.parametrize("width", [360, 768])
def test_nothing_scrolls_sideways(width: int, chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, viewport={"width": width, "height": 740})

    for path in PATHS:
        page.goto(live_server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.context.close()


def test_the_keyboard_reaches_the_menu(chromium: Browser, live_server: Any, alice: User) -> None:
    page = open_page(chromium, viewport={"width": 1280, "height": 900})
    log_in(page, live_server.url, alice)
    page.goto(live_server.url)

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["y"] >= 0  # type: ignore[index]

    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('popovertarget')") == "menu-me":
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    page.keyboard.press("Enter")
    assert page.locator("#menu-me").is_visible()
    assert outline == "3px"

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#menu-me') !== null")
    page.keyboard.press("Escape")
    assert not page.locator("#menu-me").is_visible()
    page.context.close()


def test_the_phone_menu_leads_on(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, viewport={"width": 360, "height": 740})
    page.goto(live_server.url)
    assert not page.get_by_role("link", name="Ladder").is_visible()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Ladder").click()

    assert page.url.endswith("/ladder/")
    page.context.close()


def test_it_works_without_script(chromium: Browser, live_server: Any, alice: User) -> None:
    page = open_page(chromium, java_script_enabled=False, viewport={"width": 390, "height": 844})
    log_in(page, live_server.url, alice)
    page.goto(live_server.url)

    page.get_by_role("button", name="Night").click()
    assert page.locator("html[data-theme=dark]").count() == 1
    page.click("[popovertarget=menu-me]")
    assert page.get_by_role("button", name="Log out").is_visible()
    page.context.close()


def test_paper_is_white_at_night_too(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, color_scheme="dark")
    page.goto(live_server.url + "/privacy/")
    page.emulate_media(media="print", color_scheme="dark")

    colours = page.evaluate(
        "[document.body, document.querySelector('.card')]"
        ".map((part) => getComputedStyle(part).backgroundColor)"
    )

    assert colours == ["rgb(255, 255, 255)"] * 2
    assert not page.get_by_role("navigation", name="Main").is_visible()
    page.context.close()


def test_a_dialog_opens_and_closes(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, viewport={"width": 1280, "height": 900})
    page.goto(live_server.url + "/debug/components/")

    page.locator("[data-dialog=day-dialog]").click()
    assert page.locator("#day-dialog").is_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")

    assert not page.locator("#day-dialog").is_visible()
    assert page.evaluate("document.activeElement.dataset.dialog") == "day-dialog"
    page.context.close()
