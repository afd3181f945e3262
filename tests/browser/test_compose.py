"""The form of a composed move in a real browser: axe, keyboard, no script, others playing on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from engine import registry
from games.models import Match
from games.selectors.positions import position
from games.services.play import commit
from games.titles import registry as titles
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.games.play_helpers import start

pytestmark = on_the_site


@pytest.fixture
def match(db: None) -> Iterator[Match]:
    registry.register("barter", "tests.engine.titles.barter.game:Barter")
    titles.register("barter", "tests.games.titles.barter")
    people = [make_player(name) for name in ("alice", "bob", "chloe")]
    yield start(*people, title="barter", options={"rounds": 1})
    titles.forget("barter")
    registry.forget("barter")


def mover(match: Match) -> User:
    user = match.seats.select_related("user").get(owes=True).user
    assert user is not None
    return user


def visit(browser: Browser, url: str, match: Match, **options: Any) -> Page:
    page = open_page(browser, **options)
    log_in(page, url, mover(match))
    page.goto(f"{url}/t/{match.code}/")
    return page


def hand(match: Match) -> list[int]:
    number = match.seats.get(owes=True).number
    return sorted(position(match).players[number].hand)


def test_axe_finds_nothing_in_an_open_form(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    page = visit(chromium, live_server.url, match)
    close = page.locator("#m-close").bounding_box()
    page.click("#compose-call-fold > summary")
    assert page.locator("#m-close").bounding_box() == close  # what was there stays there
    problems = judge(page, widths=(360,))

    page.click("#compose-call-go")
    expect(page.locator("#compose-call-why")).to_have_text("Fill in “To”.")
    problems += judge(page, widths=(360,))

    assert problems == []


@pytest.mark.parametrize("script", [True, False])
def test_a_call_is_composed_by_keyboard(
    live_server: Any, chromium: Browser, match: Match, script: bool
) -> None:
    page = visit(chromium, live_server.url, match, java_script_enabled=script)
    card = hand(match)[-1]
    page.locator("#compose-call-fold > summary").press("Enter")
    for box in page.locator("[name='call.seat']").all():
        box.press("Space")
    page.locator(f"#f-call-card-{card}").press("Space")
    page.locator("#f-call-pay").fill("99")
    page.locator("#f-call-pay").press("Enter")

    # Refused: what was filled in is still there, and so is the reason.
    why = page.locator("#compose-call-why")
    expect(why).to_have_text("That doesn’t exist in this game.")
    expect(page.locator("#f-call-pay")).to_have_value("99")
    expect(page.locator(f"#f-call-card-{card}")).to_be_checked()
    expect(page.locator("[name='call.seat']:checked")).to_have_count(2)

    page.locator("#f-call-pay").fill("2")
    page.locator("#compose-call-go").press("Enter")

    expect(page.locator(".plain-draft li").first).to_contain_text(f"Cards you give: {card}")
    page.locator("#undo").press("Enter")
    expect(page.locator("#compose-call-fold > summary")).to_be_visible()
    assert match.drafts.get().moves == []


def test_what_is_filled_in_outlasts_the_moves_of_others(
    live_server: Any, chromium: Browser, match: Match
) -> None:
    """A slip of another seat draws the table anew, in the middle of it."""
    page = visit(chromium, live_server.url, match)
    card = hand(match)[0]
    page.click("#compose-call-fold > summary")
    page.check(f"#f-call-card-{card}")
    page.fill("#f-call-pay", "3")
    state = position(match)
    number = match.seats.get(owes=True).number
    other = (number + 1) % 3
    slip = registry.get("barter").moves(state, other)[0]
    commit.append(match, commit.seats_of(match), other, [slip])

    page.evaluate("window.live.look('table')")

    expect(page.locator("#text-board")).to_contain_text("offer 1 of")
    expect(page.locator(f"#f-call-card-{card}")).to_be_checked()
    expect(page.locator("#f-call-pay")).to_have_value("3")
    expect(page.locator("#compose-call-fold")).to_have_attribute("open", "")
    page.check("[name='call.seat'] >> nth=0")
    page.click("#compose-call-go")
    expect(page.locator(".plain-draft li").first).to_contain_text(f"Cards you give: {card}")
