"""Controls stay put: what a player aims at is there when the click comes, on a desk and a phone."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.core.types import Log
from engine.nauticus.material import STERN
from engine.nauticus.steps.action import build
from games.models import Match
from games.selectors.positions import game_of, position
from tests.browser.pages import on_the_site
from tests.browser.test_match import CHANGED, players, visit
from tests.conftest import make_player
from tests.games.play_helpers import owing
from tests.games.services.play.test_play import start

pytestmark = on_the_site

STILL: Final = 4  # px a control may move
WATCH: Final = 500  # ms after a click
DESK: Final = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BAR: Final = ["undo", "undo-all", "extra", "pass", "go"]

# What the page shows, by what a control does: two controls that do the same are the same.
HELPERS: Final = """
window.steady = {
  who: (c) => [c.tagName, c.name || "", c.value || "", c.getAttribute("formaction") || "",
               c.getAttribute("href") || "", c.dataset.move || "", c.id,
               c.getAttribute("aria-describedby") || ""].join(" "),
  of: (node) => {
    const found = node && node.closest("button, summary, a, input, select, [data-move]");
    return found && found.getAttribute("aria-disabled") !== "true" ? window.steady.who(found) : "";
  },
  // The drawing itself grows with a fleet; everything that is a control of its own has a place.
  boxes: () => Object.fromEntries([...document.querySelectorAll(
      "#clocks :is(a, button), #table :is(button, summary, a), #side :is(a, button)")]
    .filter((c) => c.checkVisibility() && !c.closest("#log, .tip, .ledger"))
    .map((c) => [window.steady.who(c), c.getBoundingClientRect()])
    .map(([who, box]) => [who, [box.x, box.y]])),
  // The control under a point, at every frame for a while after the click.
  watch: (x, y, ms) => new Promise((done) => {
    const seen = new Set();
    const end = performance.now() + ms;
    const look = () => {
      seen.add(window.steady.of(document.elementFromPoint(x, y)));
      if (performance.now() < end) requestAnimationFrame(look);
      else done([...seen]);
    };
    look();
  }),
};
"""


def give_hulls(match: Match, count: int) -> None:
    """Whoever is to act has begun so many ships already."""
    state = position(match)
    player = state.players[owing(match).number]
    for berth in range(1, count + 1):
        state.supply[STERN] -= 1
        build(state, player, STERN, berth, Log(on=False))
    match.state = game_of(match).dump(state)
    match.save(update_fields=["state"])


class Walk:
    """Clicks through a turn as a hand does, and notes everything that gives way under it."""

    def __init__(self, page: Page, before: Walk | None = None) -> None:
        self.page = page
        self.faults: list[str] = before.faults if before else []
        self.orders: set[tuple[str, ...]] = before.orders if before else set()
        page.evaluate(HELPERS)

    def click(self, control: str, *, redraws: bool = True) -> None:
        page = self.page
        target = page.locator(control).first
        target.scroll_into_view_if_needed()
        before = page.evaluate("steady.boxes()")
        box = target.bounding_box()
        assert box is not None, control
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        held = page.evaluate("([x, y]) => steady.of(document.elementFromPoint(x, y))", [x, y])
        assert held, f"{control} is covered"
        at = page.input_value("#at")
        # As a hand that slips: the second half of a double click comes wherever it comes.
        page.mouse.click(x, y)
        seen = page.evaluate("([x, y, ms]) => steady.watch(x, y, ms)", [x, y, WATCH])
        if redraws:
            page.wait_for_function(CHANGED, arg=at)
        page.wait_for_timeout(WATCH)
        self.faults += [f"{control}: {other} came" for other in seen if other not in ("", held)]
        after = page.evaluate("steady.boxes()")
        for who in before.keys() & after.keys():
            by = max(abs(a - b) for a, b in zip(before[who], after[who], strict=True))
            if by > STILL:
                self.faults.append(f"{control}: {who} moved by {by:.0f} px")
        self.look()

    def look(self) -> None:
        slots = self.page.locator("#turn-bar > .slot")
        if slots.count():
            names = slots.evaluate_all("(all) => all.map((s) => s.className.split('slot-')[1])")
            self.orders.add(tuple(names))
            self.in_view()

    def in_view(self) -> None:
        size = self.page.viewport_size
        box = self.page.locator("#turn-bar").bounding_box()
        assert size is not None
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"] + 1, "the bar is below the fold"


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["1280", "390"])
def test_nothing_moves_and_nothing_comes_under_the_pointer(
    live_server: Any, chromium: Browser, screen: dict[str, Any]
) -> None:
    match = start(make_player("alice"), make_player("bob"), options={"rounds": 2})
    mover, other = players(match)
    page = visit(chromium, live_server.url, match, mover, **screen)
    walk = Walk(page)
    walk.look()

    for _unfold in (True, False):  # what happened opens over the choices, and closes again
        walk.click("#since > summary", redraws=False)
    walk.click("#m-choose-1")  # sails, and a mast of one's choice
    walk.click('#turn-form button[value^="bonus:"]')
    walk.click("#undo-all")
    walk.click("#m-choose-3")  # hulls
    walk.click('button[value="buy:0,1"]')  # to a new berth
    walk.click('button[value="buy:1,1"]')  # and its next part
    walk.click("#undo-all")
    walk.click("#m-choose-3")
    walk.click("#extra > summary", redraws=False)
    walk.click("#m-extra-3")  # goods
    walk.click('button[value="buy:14,0"]')
    walk.click('button[value="end"]:not(#go)')
    walk.click("#m-pass")
    expect(page.locator("#turn.is-parked")).to_be_visible()
    walk.click("#undo")
    walk.click('button[value="buy:0,1"]')
    walk.click("#go")
    expect(page.locator("#turn.is-waiting")).to_be_visible()

    page = visit(chromium, live_server.url, match, other, **screen)
    answer = Walk(page, walk)
    answer.click('button[value="buy:0,1"]')
    answer.click('button[value="buy:2,2"]')  # a second ship beside the first
    answer.click("#undo-all")
    answer.click("#m-pass")
    answer.click("#undo")

    assert "\n".join(walk.faults) == ""
    assert walk.orders == {tuple(BAR)}
    assert Match.objects.get(pk=match.pk).ply > 0


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["1280", "390"])
def test_nothing_moves_when_a_large_fleet_gets_another_ship(
    live_server: Any, chromium: Browser, screen: dict[str, Any]
) -> None:
    match = start(make_player("alice"), make_player("bob"), options={"rounds": 2})
    mover, _other = players(match)
    give_hulls(match, 3)
    page = visit(chromium, live_server.url, match, mover, **screen)
    walk = Walk(page)

    walk.click("#m-choose-3")  # hulls
    walk.click('button[value="buy:0,4"]')  # a fourth ship: six places to choose from
    walk.click('button[value="buy:1,4"]')

    assert "\n".join(walk.faults) == ""
