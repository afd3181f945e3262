"""Two people trade at the plain table, each in a browser of their own, and one doesn't answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from engine import registry
from games.models import Match, Ply, Seat
from games.selectors.positions import position
from games.services.play import clocks
from games.titles import registry as titles
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.daphne import Daphne
from tests.games.play_helpers import start

pytestmark = on_the_site


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daphne]:
    log = tmp_path_factory.mktemp("daphne") / "log"
    site = Daphne(log, "tests.browser.trading_site:application").start()
    yield site
    site.stop()


@pytest.fixture
def match(db: None) -> Iterator[Match]:
    registry.register("barter", "tests.engine.titles.barter.game:Barter")
    titles.register("barter", "tests.games.titles.barter")
    yield start(make_player("alice"), make_player("bob"), title="barter", options={"rounds": 1})
    titles.forget("barter")
    registry.forget("barter")


def player(match: Match, number: int) -> User:
    user = match.seats.select_related("user").get(number=number).user
    assert user is not None
    return user


def visit(browser: Browser, site: Daphne, match: Match, number: int) -> Page:
    page = open_page(browser)
    log_in(page, site.url, player(match, number))
    page.goto(f"{site.url}/t/{match.code}/")
    expect(page.locator('[data-live="open"]')).to_have_count(1)
    page.evaluate("window.unbroken = true")
    return page


def card(match: Match, number: int) -> int:
    state: Any = position(Match.objects.get(pk=match.pk))
    return int(min(state.players[number].hand))


def compose(page: Page, verb: str, number: int, **fields: str) -> None:
    """Fill a form in and put it into the draft."""
    page.click(f"#compose-{verb}-fold > summary")
    for box in page.locator(f"[name='{verb}.seat']").all():
        box.check()
    page.check(f"#f-{verb}-card-{number}")
    for key, value in fields.items():
        page.fill(f"#f-{verb}-{key}", value)
    page.click(f"#compose-{verb}-go")


def confirm(page: Page) -> None:
    expect(page.locator("#go")).to_be_enabled()
    page.locator("#go").focus()
    page.keyboard.press("Enter")


def press(page: Page, move: str) -> None:
    button = page.locator(f'#turn-form button[name="move"][value^="{move}"]').first
    button.focus()
    page.keyboard.press("Enter")
    confirm(page)


def test_two_browsers_trade_and_one_lets_an_offer_lapse(
    chromium: Browser, site: Daphne, match: Match
) -> None:
    first, second = visit(chromium, site, match, 0), visit(chromium, site, match, 1)

    # Whose turn it isn't may act all the same, and is told what a click does.
    expect(second.locator("#turn-h")).to_have_text("You can act now")
    expect(second.locator("#turn")).to_contain_text("takes effect at once")
    compose(second, "slip", card(match, 1), pay="-1")
    confirm(second)
    expect(first.locator("#text-board")).to_contain_text("offer 1 of")
    assert judge(second, widths=(390,)) == []
    press(second, "withdraw:1")
    expect(first.locator("#text-board")).not_to_contain_text("offer 1 of")

    # A call, answered in the other browser.
    given = card(match, 0)
    compose(first, "call", given, pay="-1")
    confirm(first)
    expect(second.locator("#turn-h")).to_have_text("Your answer")
    press(second, "accept:2")
    expect(first.locator("#turn-h")).to_have_text("Your turn")
    expect(second.locator("#text-board")).to_contain_text(f" {given}")
    press(first, "close")
    press(first, "keep")

    # The next call is not answered in time.
    expect(second.locator("#turn-h")).to_have_text("Your turn")
    compose(second, "call", card(match, 1), pay="-1")
    confirm(second)
    expect(first.locator("#turn-h")).to_have_text("Your answer")
    expect(second.locator("#turn-h")).to_have_text("You can act now")  # recall it
    Seat.objects.filter(match=match, number=0).update(
        deadline=timezone.now() - timedelta(seconds=1)
    )
    assert clocks.settle(code=match.code)
    expect(second.locator("#turn-h")).to_have_text("Your turn")
    expect(first.locator("#turn-h")).to_have_text("You can act now")

    last = Ply.objects.filter(match=match).latest("pk")
    assert (last.seat, last.move, last.cause) == (0, "decline", "clock")
    assert not match.seats.filter(autopilot=True).exists()
    assert Match.objects.get(pk=match.pk).is_running
    for page in (first, second):
        assert page.evaluate("window.unbroken === true")  # nobody had to reload
