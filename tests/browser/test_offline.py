"""Without a network: the offline page, and no page of anybody in the browser's keeping."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.browser.pages import judge, log_in, on_the_site, open_page

pytestmark = on_the_site

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true });
      found.push([new URL(request.url).pathname, await answer.text()]);
    }
  }
  return found;
}"""

CONTROLLED = """() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done(), { once: true });
})"""


@pytest.fixture
def tab(chromium: Browser, live_server: LiveServer, alice: User) -> Page:
    found = open_page(chromium, service_workers="allow")
    log_in(found, live_server.url, alice)
    found.goto(live_server.url)
    found.evaluate(CONTROLLED)
    return found


def test_a_page_that_cant_be_reached_says_so_and_comes_back(
    tab: Page, live_server: LiveServer
) -> None:
    tab.context.set_offline(True)
    tab.goto(f"{live_server.url}/account/preferences/")

    expect(tab.get_by_role("heading", name="You’re offline")).to_be_visible()
    assert tab.locator("link[rel=stylesheet]").evaluate_all(
        "links => links.every((link) => link.sheet && link.sheet.cssRules.length)"
    )
    assert judge(tab) == []

    tab.context.set_offline(False)

    expect(tab.get_by_role("heading", name="You’re offline")).to_be_hidden()
    expect(tab).to_have_url(f"{live_server.url}/account/preferences/")


def test_no_page_of_a_person_is_kept(tab: Page, live_server: LiveServer) -> None:
    for path in ("/", "/account/preferences/", "/matches/", "/p/alice/"):
        tab.goto(f"{live_server.url}{path}")

    kept = tab.evaluate(KEPT)

    pages = [path for path, _ in kept if not path.startswith("/static/")]
    assert pages == ["/offline/"]
    assert not [path for path, text in kept if "alice" in text]
