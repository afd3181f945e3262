"""Pages that follow the table by themselves: a real ASGI server, real sockets, several browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from games.models import Match
from games.selectors.turns import at_of
from games.services import company
from games.services.play import takeback, turns
from games.services.tables import lobby
from games.terms.charter import Charter
from tests.browser.pages import log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.daphne import Daphne
from tests.games.services.play.test_play import look, start

pytestmark = on_the_site


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daphne]:
    site = Daphne(tmp_path_factory.mktemp("daphne") / "log").start()
    yield site
    site.stop()


class Company:
    """The browsers of one test."""

    def __init__(self, browser: Browser, site: Daphne) -> None:
        self.browser, self.site = browser, site

    def visit(self, user: User | None, path: str) -> Page:
        """A page that has heard the socket's greeting: from now on it misses nothing."""
        page = open_page(self.browser)
        if user is not None:
            log_in(page, self.site.url, user)
        page.goto(self.site.url + path)
        listening(page)
        return page


@pytest.fixture
def table(chromium: Browser, site: Daphne) -> Company:
    return Company(chromium, site)


def listening(page: Page) -> None:
    expect(page.locator('[data-live="open"]')).to_have_count(1)


def mark(page: Page) -> None:
    """A page that is loaded anew forgets this."""
    page.evaluate("window.unbroken = true")


def unbroken(page: Page) -> bool:
    return bool(page.evaluate("window.unbroken === true"))


def moves(page: Page) -> list[str]:
    script = "all => all.map(one => one.value)"
    found: list[str] = page.eval_on_selector_all('#turn-form button[name="move"]', script)
    return sorted(found)


def as_served(page: Page, part: str) -> list[str]:
    """What a fresh look at the page would find."""
    html = page.request.get(page.url).text()
    return sorted(re.findall(part, html))


def whole(page: Page) -> None:
    """One of everything, and what is on offer is what the server offers now."""
    for part in ("table", "log", "clocks", "turn", "presence"):
        expect(page.locator(f'[id="{part}"]')).to_have_count(1)
    if page.locator("#at").count():
        assert page.input_value("#at") == as_served(page, r'id="at" value="([^"]*)"')[0]
    assert moves(page) == as_served(page, r'<button[^>]*name="move" value="([^"]+)"')


def press(page: Page, button: str) -> None:
    page.locator(button).focus()
    page.keyboard.press("Enter")


def pass_turn(page: Page, *, first: bool) -> None:
    """Whoever begins a phase chooses its action; passing is possible to everybody."""
    if first:
        press(page, "#m-choose-3")
    press(page, "#m-pass")
    press(page, "#go")


def mover(match: Match) -> User:
    user: Any = match.seats.select_related("user").get(owes=True).user
    return user


def what_happened(page: Page, name: str, *, own: bool) -> None:
    """The panel tells the turn just taken; the board marks it for everybody else."""
    expect(page.locator("#turn .deeds li").last).to_contain_text(
        re.compile(f"{name}.*passed", re.I | re.S)
    )
    if own:
        expect(page.locator(".ptile.moved")).to_have_count(0)
    else:
        expect(page.locator(".ptile.moved").last).to_contain_text("new")


def test_seats_fill_and_turns_are_taken_before_everybodys_eyes(table: Company) -> None:
    alice, bob, dora = (make_player(name) for name in ("alice", "bob", "dora"))
    match = lobby.create(user=alice, charter=Charter(size=3, options={"rounds": 1}))
    path = f"/t/{match.code}/"
    pages = {alice: table.visit(alice, path), bob: table.visit(bob, path)}
    spectator = table.visit(None, path)
    mark(spectator)

    pages[bob].get_by_role("button", name="Sit down").click()

    for page in (pages[alice], spectator):
        expect(page.locator("#seats .place-on")).to_have_count(2)
        expect(page.locator("#seats")).to_contain_text("bob")
    assert unbroken(spectator)

    listening(pages[bob])
    lobby.join(code=match.code, user=dora)
    pages[dora] = table.visit(dora, path)

    everybody = [*pages.values(), spectator]
    for page in everybody:
        expect(page.locator('#table[data-ply="0"]')).to_have_count(1)
        listening(page)
        mark(page)

    for first in (True, False):
        before, acting, name = match.ply, pages[mover(match)], mover(match).username
        pass_turn(acting, first=first)
        expect(acting.locator("#table")).not_to_have_attribute("data-ply", str(before))
        match.refresh_from_db()
        for page in everybody:
            expect(page.locator(f'#table[data-ply="{match.ply}"]')).to_have_count(1)
            mine = page is pages[mover(match)]
            expect(page.locator("#turn-form")).to_have_count(1 if mine else 0)
            whole(page)
            assert unbroken(page)
            what_happened(page, name, own=page is acting)
            if page is not acting:
                expect(page.locator("#live-said")).to_contain_text("has moved")


def test_what_is_being_written_stays_while_others_talk_and_move(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match = start(alice, bob, options={"rounds": 1})
    acting = mover(match)
    waiting = bob if acting == alice else alice
    page = table.visit(waiting, f"/t/{match.code}/")
    mark(page)

    company.say(match=match, user=acting, text="Good wind today")
    expect(page.locator("#talk-mark")).to_have_attribute("data-unread", "1")
    assert match.seats.get(user=waiting).seen_message == 0  # nobody has opened the talk
    page.locator("#talk-box > summary").click()
    line = page.get_by_label("Your message")
    line.press_sequentially("I am still wri")

    company.say(match=match, user=acting, text="Still there?")
    other = table.visit(acting, f"/t/{match.code}/")
    pass_turn(other, first=True)

    expect(page.locator("#talk-list")).to_contain_text("Still there?")
    expect(page.locator('#table[data-ply="3"]')).to_have_count(1)
    expect(line).to_be_focused()
    page.keyboard.type("ting")
    expect(line).to_have_value("I am still writing")
    page.keyboard.press("Enter")
    expect(page.locator("#talk-list .own")).to_contain_text("I am still writing")
    expect(line).to_have_value("")
    expect(other.locator("#talk-mark")).to_have_attribute("data-unread", "1")
    last = match.messages.order_by("-pk")[0]
    assert match.seats.get(user=waiting).seen_message == last.pk
    assert unbroken(page)


def test_home_learns_of_ones_turn_and_the_table_of_a_question(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match = start(alice, bob, options={"rounds": 1})
    seat = match.seats.select_related("user").get(owes=True)
    acting: Any = seat.user
    waiting = bob if acting == alice else alice
    home, page = table.visit(waiting, "/"), table.visit(waiting, f"/t/{match.code}/")
    mark(home)
    expect(home.locator("#waiting")).to_have_text("")

    at = at_of(seat, look(match, seat))
    turn = turns.submit(code=match.code, user=acting, moves=["choose:3", "pass"], at=at)
    turns.confirm(code=match.code, user=acting, at=turn.at)

    expect(home.locator("#harbour .slot-act")).to_have_count(1)
    expect(home.locator("#waiting")).to_contain_text("1 turn")
    assert unbroken(home)

    expect(page.get_by_role("button", name="Agree")).to_have_count(0)
    takeback.ask(code=match.code, user=acting)
    expect(page.get_by_role("button", name="Agree")).to_be_visible()


def test_a_double_click_is_one_click(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match = start(alice, bob, options={"rounds": 1})
    page = table.visit(mover(match), f"/t/{match.code}/")

    page.locator("#m-choose-3").dblclick()
    expect(page.locator("#m-pass")).to_have_count(1)
    expect(page.locator("#table[aria-busy]")).to_have_count(0)
    assert match.drafts.get().moves == ["choose:3"]

    # The answer comes before the second half of the click: it then hits what is drawn there now.
    # No time passes between the two, however slow this machine is.
    page.evaluate(
        """() => {
          const now = performance.now();
          performance.now = () => now;
          const click = (count) => document.querySelector('#turn-form button[value^="buy:"]')
            .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true,
                                                     detail: count, clientX: 300, clientY: 300 }));
          document.addEventListener("htmx:afterRequest", () => {
            click(2);
            document.documentElement.dataset.again = "yes";
          }, { once: true });
          click(1);
        }"""
    )
    expect(page.locator('[data-again="yes"] #table:not([aria-busy])')).to_have_count(1)
    assert len(match.drafts.get().moves) == 2  # choose:3, and one hull

    press(page, 'button[name="everything"][value="1"]')
    expect(page.locator("#m-choose-3")).to_have_count(1)
    whole(page)
    assert match.drafts.get().moves == []
