"""A newcomer's first minutes on the embedded site, in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import complaints, faults, in_chromium, judge, open_page
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


def test_five_guests_in_a_row_decide_within_three_seconds(
    launched: Browser, site: EmbeddedSite
) -> None:
    """Tables of absent people are open on this site; none of them may catch a newcomer."""
    complaints.clear()
    spent = []
    for width in (1280, 390, 1280, 390, 1280):
        page = open_page(
            launched, base_url=site.url, locale="en-GB", timezone_id="America/Lima",
            viewport={"width": width, "height": 800},
        )  # fmt: skip
        page.goto("/")
        began = time.monotonic()
        page.get_by_role("main").get_by_role("button", name="Play now").click()
        choice = page.locator("#turn button[name=move]:visible").first
        choice.wait_for()
        spent.append(time.monotonic() - began)

        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("vs the computer"))
        expect(choice).to_be_enabled()
        expect(choice).to_be_in_viewport()
        expect(page.locator(".turn-head .deadline")).to_contain_text("-05")  # o'clock in Lima
        page.context.close()

    assert sorted(spent)[2] <= 3, spent  # on a busy machine one may be slower, not most of them
    assert complaints == []


def test_a_guest_finds_people_and_the_table_they_may_take(newcomer: Page) -> None:
    page = newcomer
    page.goto("/")
    page.get_by_role("link", name="Find people").click()
    expect(page.get_by_role("heading", name="Open tables")).to_be_in_viewport()
    expect(page.locator("#tables").get_by_text("Account needed").first).to_be_visible()
    assert not judge(page, widths=())

    page.locator("#tables .slot-row", has_text="Account needed").first.get_by_role(
        "link"
    ).first.click()
    expect(page.get_by_text("You need an account to take a seat here.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    assert not judge(page, widths=())


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


def test_a_guest_learns_the_game_by_following_the_marked_choices(newcomer: Page) -> None:
    """The aim, then nothing but what bears the lighthouse; at the end they know the game."""
    page = newcomer
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/games/nauticus/")
    page.get_by_role("button", name="Learn it in a guided match").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aim of the game")
    assert faults(page) == []
    page.get_by_role("link", name="Got it, start").click()

    turn, over = page.locator("#turn"), page.get_by_role("heading", name="You know the game")
    marked = turn.locator("button:has(.best)")
    explained = 0
    for _ in range(80):
        expect(marked.or_(over).first).to_be_attached()
        if over.count():
            break
        expect(marked).to_have_count(1)
        explained += page.locator("#lesson").get_by_text("Good now:").count()
        if explained == 3:
            assert faults(page) == []
        if marked.is_hidden():  # in the list of the extra action, which is marked itself
            turn.locator("summary:has(.best)").click()
        at = page.locator("#at").input_value()
        assert not page.locator("#since[open]").count()  # nothing lies over the card
        marked.press("Enter")  # clicks so fast at one spot would count as one
        expect(page.locator(f'#at[value="{at}"]')).to_have_count(0)

    assert explained == 25
    expect(over).to_be_visible()
    expect(turn).to_contain_text("You scored 74 points")
    assert faults(page) == []
    expect(turn.get_by_role("button", name="Play now")).to_be_visible()
