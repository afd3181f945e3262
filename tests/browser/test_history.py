"""Looking back in a real browser: axe, narrow screens, keys, slider, no script, paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.demo.people import play
from games.models import Match
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.games.helpers import finished, running

pytestmark = on_the_site
NAMES = ("alice", "bob", "charlie", "dora")


@pytest.fixture
def done(db: None) -> Match:
    return finished(*(make_player(name) for name in NAMES))


def at(page: Page, ply: int) -> None:
    """The replay shows this ply: its board, its bar and its address."""
    expect(page.locator(f'#replay[data-ply="{ply}"]')).to_be_visible()
    expect(page.locator("output")).to_contain_text(f"move {ply} of ")
    expect(page).to_have_url(re.compile(rf"/at/{ply}/$"))


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    live_server: Any, chromium: Browser, done: Match
) -> None:
    page = open_page(chromium)
    log_in(page, live_server.url, done.seats.get(number=0).user)  # type: ignore[arg-type]
    match = f"/t/{done.code}"

    problems: list[str] = []
    for path in (
        f"{match}/result/", f"{match}/at/9/", f"{match}/at/9/?board=text", f"{match}/log/",
        f"{match}/record/", "/rules/nauticus/", "/fairness/", "/games/nauticus/",
    ):  # fmt: skip
        page.goto(live_server.url + path)
        problems += judge(page, widths=())

    assert problems == []


@pytest.mark.parametrize(("width", "kind"), [(1280, "wide"), (390, "slim")])
def test_the_chart_draws_a_line_for_everyone(
    live_server: Any, chromium: Browser, done: Match, width: int, kind: str
) -> None:
    page = open_page(chromium, viewport={"width": width, "height": 900})
    page.goto(f"{live_server.url}/t/{done.code}/result/")

    lines = page.locator(f".course-{kind} .course path.line")
    expect(lines).to_have_count(len(NAMES))
    for number in range(len(NAMES)):
        expect(lines.nth(number)).to_be_visible()


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
    page.get_by_role("link", name="Next move").click()
    at(page, 5)
    page.get_by_role("button", name="Autoplay").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator('#replay[data-ply="5"]')).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()
    page.locator("body").press("End")
    at(page, done.ply)


def test_without_script_links_and_the_form_do_it(
    live_server: Any, chromium: Browser, done: Match
) -> None:
    page = open_page(chromium, java_script_enabled=False)
    page.goto(f"{live_server.url}/t/{done.code}/at/2/")

    page.get_by_role("link", name="Next move").click()
    at(page, 3)
    page.get_by_role("button", name="Show").click()
    at(page, 3)
    page.get_by_role("link", name="Text board").click()
    expect(page.get_by_label("The board as text")).to_be_visible()
    page.get_by_role("link", name="Previous move").click()
    expect(page).to_have_url(re.compile(r"/at/2/\?board=text$"))


def test_a_replay_follows_a_match_that_runs(live_server: Any, chromium: Browser) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match = play(running(alice, bob), 12)
    page = open_page(chromium)
    log_in(page, live_server.url, alice)
    page.goto(f"{live_server.url}/t/{match.code}/log/")

    page.get_by_role("link", name="Move 1 in the replay").first.click()
    at(page, 1)
    page.get_by_role("link", name="Back to the match").click()
    expect(page).to_have_url(re.compile(rf"/t/{match.code}/$"))


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

    expect(page.locator("text=Tied on points")).to_have_count(3)
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(page.get_by_role("button", name="Print this page")).to_be_hidden()
