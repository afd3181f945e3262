"""Pages that follow the table by themselves: a real ASGI server, real sockets, several browsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import User
from games.models import Match
from games.selectors.turns import at_of
from games.services import company
from games.services.play import clocks, takeback, turns
from games.services.tables import lobby
from games.terms.charter import Charter
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.conftest import make_player
from tests.daphne import Daphne
from tests.games.helpers import running
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


def acts(page: Page, way: str) -> Any:
    """Ways beside the match that lead to this address."""
    return page.locator(f'#match-acts :is(a[href$="/{way}/"], form[action$="/{way}/"]):visible')


def test_whatever_is_done_at_a_table_is_seen_in_every_browser(table: Company) -> None:
    """A seat, a draft, its undo, Confirm, skipping, a plan, talk, a take-back, leaving, the end."""
    alice, bob, dora = (make_player(name) for name in ("alice", "bob", "dora"))
    other = running(alice, dora, first_player="creator", name="Elsewhere")
    match = lobby.create(user=alice, charter=Charter(size=3, first_player="creator"))
    path = match.get_absolute_url()
    a, b = table.visit(alice, path), table.visit(bob, path)

    b.get_by_role("button", name="Sit down").click()
    expect(a.locator("#seats .place-on")).to_have_count(2)
    lobby.join(code=match.code, user=dora)  # the match begins
    second, third = (match.seats.get(number=n).user for n in (1, 2))
    if second != bob:
        b.context.close()
        b = table.visit(second, path)
    c, phone = table.visit(third, path), table.visit(alice, path)
    pages = [a, b, c, phone]
    for page in pages:
        expect(page.locator('#table[data-ply="0"]')).to_have_count(1)
        listening(page)
        mark(page)
    expect(a.locator("#presence .here")).to_have_count(2)
    expect(a).to_have_title(re.compile(r"^\(2\) ● "))
    expect(acts(a, "skip")).to_have_count(1)
    expect(acts(a, "take-back")).to_have_count(0)
    expect(b.locator("#mat0")).to_contain_text("first to act, now")

    press(a, "#m-choose-3")  # a draft: her other window shows it, nobody else
    expect(phone.locator("#m-pass")).to_have_count(1)
    press(phone, 'button[name="everything"][value="1"]')
    expect(a.locator("#m-choose-3")).to_have_count(1)
    whole(a)

    pass_turn(a, first=True)
    for page in pages:
        expect(page.locator('#table[data-ply="3"]')).to_have_count(1)
    for page in (a, phone):
        expect(page.locator("#waiting")).to_contain_text("1 turn")
        expect(page).to_have_title(re.compile(r"^\(1\) [^●]"))
        expect(acts(page, "skip")).to_have_count(0)
        expect(acts(page, "take-back")).to_have_count(1)
        expect(page.locator("#turn [data-turns-count]")).to_have_text("1")
        expect(page.locator("#mine")).not_to_contain_text("now")
    expect(b).to_have_title(re.compile(r"^\(1\) ● "))
    expect(b.locator("#mine")).to_contain_text("second to act, now")

    clocks.leave_running(code=other.code, user=dora)  # elsewhere nothing waits any more
    expect(a.locator("#waiting")).to_have_text("")
    expect(a.get_by_role("link", name="Next match")).to_be_hidden()

    planner = table.visit(third, f"{path}?plan=1")
    press(planner, "#m-pass")
    expect(c.locator("#turn")).to_contain_text("Your plan")
    expect(c.locator("#mine")).not_to_contain_text("now")
    planner.context.close()

    b.locator("#talk-box > summary").click()
    b.get_by_label("Your message").fill("Well sailed")
    b.keyboard.press("Enter")
    for page in (a, c):
        expect(page.locator("#talk-mark")).to_have_attribute("data-unread", "1")

    takeback.ask(code=match.code, user=alice)
    for page in (b, c):
        expect(page.locator("#take-back .undone")).to_contain_text("alice passed")
    expect(a.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(acts(a, "take-back")).to_have_count(0)
    for user in (second, third):
        takeback.answer(code=match.code, user=user, agree=True)
    for page in pages:
        expect(page.locator('#table[data-ply="0"]')).to_have_count(1)
        expect(page.locator("#take-back")).to_have_text("")
    expect(acts(a, "take-back")).to_have_count(0)
    expect(a.locator("#m-choose-3")).to_have_count(1)
    expect(c.locator("#turn")).not_to_contain_text("Your plan")

    clocks.leave_running(code=match.code, user=third)
    for page in (a, b, phone):
        expect(page.locator("#mat2")).to_contain_text("has left")
    expect(acts(c, "leave")).to_have_count(0)  # an open window of whoever left

    clocks.leave_running(code=match.code, user=second)
    for page in pages:
        expect(page.get_by_role("link", name="Score sheet and chart")).to_be_visible()
        expect(page.locator("#waiting")).to_have_text("")
        for way in ("leave", "take-back", "skip", "mute"):
            expect(acts(page, way)).to_have_count(0)
        expect(page.locator(".match")).not_to_contain_text("to act")
        assert not page.title().startswith(("(", "●"))
        assert unbroken(page)


def fails(route: Route) -> None:
    route.fulfill(status=500)


def hangs(route: Route) -> None:
    """Never answers."""


def test_a_lost_line_is_told_where_the_eye_is(table: Company) -> None:
    alice, bob = make_player("alice"), make_player("bob")
    match = start(alice, bob, options={"rounds": 1})
    page = table.visit(mover(match), match.get_absolute_url())
    line, told = page.locator(".wire"), page.locator("#turn .trouble")
    mark(page)
    press(page, "#m-choose-3")
    expect(page.locator("#m-pass")).to_have_count(1)

    page.context.set_offline(True)
    expect(line).to_have_text("Reconnecting…")
    choice = page.locator('#turn-form button[value^="buy:"]:not([aria-disabled])').first
    value, before = choice.get_attribute("value"), choice.bounding_box()
    choice.click()
    expect(told).to_contain_text(
        "Can’t reach the server. Your draft is saved up to “Bonus: 2 points”; this"
    )
    tip = page.locator(".tip-free.open[aria-hidden]")
    expect(tip).to_contain_text("This click wasn’t saved.")
    at, spot = choice.bounding_box(), tip.bounding_box()
    assert at == before  # nothing moved under the pointer
    assert at is not None
    assert spot is not None
    assert abs(spot["y"] + spot["height"] / 2 - at["y"] - at["height"] / 2) < 90
    assert judge(page, widths=()) == []
    assert match.drafts.get().moves == ["choose:3"]

    page.context.set_offline(False)
    expect(told).to_have_text(re.compile("Back online. The table is up to date."))
    expect(line).to_have_text("Back online. This page is up to date.")
    press(page, f'#turn-form button[value="{value}"]')
    expect(page.locator('#table[data-saved^="Bonus"]')).to_have_count(0)
    expect(told).to_have_count(0)

    # A server that fails, and one that hangs: the same place, other words, and a way to try again.
    answers = {"500": "Something went wrong on our side.", "hang": "The server is taking too long"}
    for how, words in answers.items():
        page.evaluate("htmx.config.timeout = 400")
        page.route("**/undo/", fails if how == "500" else hangs)
        press(page, 'button[name="everything"][value="1"]')
        expect(told).to_contain_text(words)
        page.unroute("**/undo/")
    assert len(match.drafts.get().moves) == 2
    page.evaluate("htmx.config.timeout = 20000")
    told.get_by_role("button", name="Try again").click()
    expect(page.locator("#m-choose-3")).to_have_count(1)
    expect(told).to_have_count(0)
    assert match.drafts.get().moves == []
    assert unbroken(page)


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
