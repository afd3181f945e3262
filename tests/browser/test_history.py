"""Looking back in a real browser: axe, narrow screens, keys, slider, no script, paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.demo import play
from games.models import Match
from tests.browser.test_design import chromium, faults, log_in, open_page, pytestmark
from tests.conftest import make_player
from tests.games.helpers import finished, running

__all__ = ["chromium", "pytestmark"]
PATIENCE = 20_000  # milliseconds; a loaded machine is slow, not wrong
NAMES = ("alice", "bob", "charlie", "dora")


@pytest.fixture
def done(db: None) -> Match:
    return finished(*(make_player(name) for name in NAMES))


def at(page: Page, ply: int) -> None:
    """The replay shows this ply: its board, its bar and its address."""
    expect(page.locator(f'#replay[data-ply="{ply}"]')).to_be_visible(timeout=PATIENCE)
    expect(page.locator("output")).to_contain_text(f"move {ply} of ", timeout=PATIENCE)
    expect(page).to_have_url(re.compile(rf"/at/{ply}/$"), timeout=PATIENCE)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    live_server: Any, chromium: Browser, done: Match, width: int, scheme: Any
) -> None:
    page = open_page(chromium, viewport={"width": width, "height": 900}, color_scheme=scheme)
    log_in(page, live_server.url, done.seats.get(number=0).user)  # type: ignore[arg-type]
    match = f"/t/{done.code}"

    for path in (
        f"{match}/result/", f"{match}/at/9/", f"{match}/at/9/?board=text", f"{match}/log/",
        "/rules/nauticus/", "/fairness/", "/titles/nauticus/",
    ):  # fmt: skip
        page.goto(live_server.url + path)
        assert [f"{path} {fault}" for fault in faults(page)] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.context.close()


def test_keys_slider_and_play_step_through_a_match(
    live_server: Any, chromium: Browser, done: Match
) -> None:
    page = open_page(chromium)
    page.goto(f"{live_server.url}/t/{done.code}/at/2/")

    for _ in range(8):  # faster than any answer: only the last wish counts
        page.keyboard.press("ArrowRight")
    at(page, 10)
    page.keyboard.press("ArrowLeft")
    at(page, 9)
    page.locator("#ply").fill("4")
    at(page, 4)
    page.get_by_role("link", name="One move on").click()
    at(page, 5)
    page.get_by_role("button", name="Play by itself").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible(timeout=PATIENCE)
    expect(page.locator('#replay[data-ply="5"]')).to_have_count(0, timeout=PATIENCE)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible(timeout=PATIENCE)
    page.locator("body").press("End")
    at(page, done.ply)
    page.context.close()


def test_without_script_links_and_the_form_do_it(
    live_server: Any, chromium: Browser, done: Match
) -> None:
    page = open_page(chromium, java_script_enabled=False)
    page.goto(f"{live_server.url}/t/{done.code}/at/2/")

    page.get_by_role("link", name="One move on").click()
    at(page, 3)
    page.get_by_role("button", name="Show").click()
    at(page, 3)
    page.get_by_role("link", name="Text board").click()
    expect(page.get_by_label("The table as text")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("link", name="One move back").click()
    expect(page).to_have_url(re.compile(r"/at/2/\?board=text$"), timeout=PATIENCE)
    page.context.close()


def test_a_replay_follows_a_match_that_runs(live_server: Any, chromium: Browser) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match = play(running(alice, bob), 12)
    page = open_page(chromium)
    log_in(page, live_server.url, alice)
    page.goto(f"{live_server.url}/t/{match.code}/log/")

    page.get_by_role("link", name="Move 1 in the replay").first.click()
    at(page, 1)
    page.get_by_role("link", name="Back to the match").click()
    expect(page).to_have_url(re.compile(rf"/t/{match.code}/$"), timeout=PATIENCE)
    page.context.close()


def test_the_result_fits_one_sheet_of_paper_by_night_too(
    live_server: Any, chromium: Browser, done: Match
) -> None:
    # as much as a sheet can have to hold: four long names, three ties to explain
    for place, seat in enumerate(done.seats.select_related("user"), 1):
        assert seat.user is not None
        User.objects.filter(pk=seat.user.pk).update(username=f"{seat.user.username:w<20}")
        seat.place, seat.score = place, 40
        seat.sheet = {**(seat.sheet or {}), "tiebreaks": [2, 9 - place]}
        seat.save()
    page = open_page(chromium, color_scheme="dark")
    page.goto(f"{live_server.url}/t/{done.code}/result/")

    paper = page.pdf(format="A4", print_background=True)

    assert page.locator("text=Equal points").count() == 3
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.get_by_role("button", name="Print this page").is_visible()
    page.context.close()
