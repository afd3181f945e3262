"""A newcomer's first minutes on the embedded site, in a real browser."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.embedded import EmbeddedSite

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no Chromium at {CHROMIUM}"),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedSite]:
    site = EmbeddedSite(tmp_path_factory.mktemp("var"), demo=True, SIGNUP_MIN_SECONDS="0").start()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def browser_() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def page(browser_: Browser, site: EmbeddedSite) -> Iterator[Page]:
    context = browser_.new_context(base_url=site.url, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(20_000)
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def test_sign_up_mail_verified_logged_in(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("User name").fill("Tomas")
    page.get_by_label("E-mail").fill("tomas@example.org")
    page.get_by_label("Password").first.fill("tall-ships-and-grain")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("mail")

    page.goto("/inbox/")
    page.get_by_role("link", name=re.compile("confirm|address", re.I)).first.click()
    link = page.locator("pre a").first
    link.click()
    page.locator("main form button").first.click()

    page.goto("/")
    expect(page.get_by_role("banner")).to_contain_text("Tomas")


def test_play_now_makes_a_guest_and_french_is_remembered(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_role("banner")).to_contain_text("Guest")

    page.goto("/about/")
    page.locator("footer").get_by_role("button", name=re.compile("Fran")).click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("/privacy/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vie privée")


def test_the_demonstration_has_players_to_switch_between(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="chloe").click()
    expect(page.get_by_role("banner")).to_contain_text("chloe")
    page.get_by_role("button", name="admin").click()
    page.goto("/admin/")
    expect(page).to_have_title(re.compile("Harbour office"))
