"""A newcomer's first minutes on the embedded site, in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import complaints, in_chromium, open_page
from tests.embedded import EmbeddedSite

pytestmark = in_chromium

SUBJECT = re.compile("confirm|address", re.I)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedSite]:
    site = EmbeddedSite(tmp_path_factory.mktemp("var"), demo=True, SIGNUP_MIN_SECONDS="0").start()
    yield site
    site.stop()


@pytest.fixture
def newcomer(launched: Browser, site: EmbeddedSite) -> Iterator[Page]:
    complaints.clear()
    page = open_page(launched, base_url=site.url, locale="en-GB")
    yield page
    page.context.close()
    assert complaints == []


def await_mail(page: Page, seconds: float = 60) -> None:
    """A worker sends it, in its own time."""
    end = time.monotonic() + seconds
    page.goto("/inbox/")
    while not page.get_by_role("link", name=SUBJECT).count() and time.monotonic() < end:
        page.wait_for_timeout(200)
        page.reload()
    page.get_by_role("link", name=SUBJECT).first.click()


def test_sign_up_mail_verified_logged_in(newcomer: Page) -> None:
    page = newcomer
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("User name").fill("Tomas")
    page.get_by_label("E-mail").fill("tomas@example.org")
    page.get_by_label("Password").first.fill("tall-ships-and-grain")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("inbox")

    await_mail(page)
    page.locator("pre a").first.click()
    page.locator("main form button").first.click()

    expect(page.get_by_role("banner")).to_contain_text("Tomas")


def test_play_now_makes_a_guest_and_french_is_remembered(newcomer: Page) -> None:
    page = newcomer
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    expect(page.get_by_role("banner")).to_contain_text("Guest")

    page.goto("/about/")
    page.locator("footer").get_by_role("button", name=re.compile("Fran")).click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("/privacy/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vie privée")


def test_the_demonstration_has_players_to_switch_between(newcomer: Page) -> None:
    page = newcomer
    page.goto("/")
    page.get_by_role("button", name="chloe").click()
    expect(page.get_by_role("banner")).to_contain_text("chloe")
    page.get_by_role("button", name="admin").click()
    expect(page.get_by_role("banner")).to_contain_text("admin")
    page.goto("/admin/")
    expect(page).to_have_title(re.compile("Administration"))
