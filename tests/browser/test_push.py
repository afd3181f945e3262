"""Push notifications in Chromium: turning them on, what the worker shows, and where it leads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, Page, Worker, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from notices.models import PushSubscription, Webhook
from ops import vetting
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.notices.conftest import point_of, text_of

pytestmark = on_the_site

SETTINGS = "/account/notifications/"
# No push service can be reached from here: the browser's own part is played.
PLAYED = """(keys) => {
  const made = {
    endpoint: "https://push.nauticus-friends.net/abc",
    toJSON() { return { endpoint: this.endpoint, keys }; },
    async unsubscribe() { sessionStorage.removeItem("made"); return true; },
  };
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.setItem("made", String(options.applicationServerKey.length));
    return made;
  };
  PushManager.prototype.getSubscription = async () => sessionStorage.getItem("made") && made;
  Notification.requestPermission = async () => sessionStorage.getItem("answer") || "granted";
}"""


@pytest.fixture
def keyed(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    settings.VAPID_PRIVATE_KEY = text_of(key.private_numbers().private_value.to_bytes(32, "big"))
    settings.VAPID_PUBLIC_KEY = text_of(point_of(key))
    settings.NOTICE_CHANNELS = {**settings.NOTICE_CHANNELS, "push": "notices.channels.push"}
    monkeypatch.setattr(vetting, "resolve", lambda host: ["93.184.215.14"])


@pytest.fixture
def tab(chromium: Browser, live_server: LiveServer, alice: User, keyed: None) -> Page:
    found = open_page(chromium, service_workers="allow")
    browser = ec.generate_private_key(ec.SECP256R1())
    keys = {"p256dh": text_of(point_of(browser)), "auth": text_of(b"0123456789abcdef")}
    found.add_init_script(f"({PLAYED})({json.dumps(keys)})")
    log_in(found, live_server.url, alice)
    found.goto(f"{live_server.url}{SETTINGS}")
    return found


def worker_of(tab: Page) -> Worker:
    tab.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return tab.context.service_workers[0]


def test_it_is_turned_on_and_off_in_this_browser(tab: Page, alice: User) -> None:
    tab.get_by_role("button", name="Turn on in this browser").click()

    row = tab.locator("[data-digest]")
    expect(row).to_contain_text("(this browser)")
    expect(tab.get_by_role("button", name="Turn on in this browser")).to_be_hidden()
    assert tab.evaluate("sessionStorage.getItem('made')") == "65"
    assert PushSubscription.objects.filter(user=alice).count() == 1

    row.get_by_role("button", name="Remove").click()

    expect(tab.get_by_role("button", name="Turn on in this browser")).to_be_visible()
    assert tab.evaluate("sessionStorage.getItem('made')") is None
    assert not PushSubscription.objects.filter(user=alice).exists()


def test_whoever_blocks_notifications_is_told_what_to_do(tab: Page, alice: User) -> None:
    tab.evaluate("sessionStorage.setItem('answer', 'denied')")

    tab.get_by_role("button", name="Turn on in this browser").click()

    expect(tab.get_by_text("Notifications are blocked for this site.")).to_be_visible()
    assert not PushSubscription.objects.filter(user=alice).exists()


def test_what_the_site_refuses_is_said_and_undone(
    tab: Page, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "resolve", lambda host: ["10.0.0.1"])

    tab.get_by_role("button", name="Turn on in this browser").click()

    expect(tab.get_by_text("isn’t reachable from the public internet")).to_be_visible()
    assert tab.evaluate("sessionStorage.getItem('made')") is None


def test_the_settings_are_good_to_look_at(tab: Page, alice: User, live_server: LiveServer) -> None:
    Webhook.objects.create(
        user=alice, url="https://hooks.nauticus-friends.net/in/abcdefgh1234", off_reason="Why.",
        off_at="2026-03-02T12:00Z", last_status="HTTP 500", last_at="2026-03-02T12:00Z",
    )  # fmt: skip
    tab.get_by_role("button", name="Turn on in this browser").click()
    expect(tab.locator("[data-digest]")).to_be_visible()
    tab.get_by_text("Checking the signature").click()

    assert judge(tab) == []
    tab.goto(f"{live_server.url}{SETTINGS}webhook/")
    assert judge(tab) == []


def shown(worker: Worker, said: str) -> dict[str, Any]:
    """What the worker shows when this is pushed."""
    found: dict[str, Any] = worker.evaluate(
        """async (said) => {
          const seen = [];
          self.registration.showNotification = async (title, how) => {
            seen.push({ title, ...how });
          };
          const waits = [];
          const event = new PushEvent("push", { data: said });
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
          return seen[0];
        }""",
        said,
    )
    return found


def test_a_push_names_the_match(tab: Page) -> None:
    news = {"title": "Your turn", "body": "bob has moved.", "url": "/t/AB/", "tag": "match-AB"}

    seen = shown(worker_of(tab), json.dumps(news))

    assert (seen["title"], seen["body"], seen["tag"]) == ("Your turn", "bob has moved.", "match-AB")
    assert seen["data"] == {"url": "/t/AB/"}


def test_a_push_without_sense_shows_something_harmless(tab: Page) -> None:
    seen = shown(worker_of(tab), "{")

    assert seen["title"] == "Nauticus"
    assert seen["data"] == {"url": "/"}


def clicked(worker: Worker, url: str) -> dict[str, list[str]]:
    """What a click on a notification opens or brings to the front."""
    found: dict[str, list[str]] = worker.evaluate(
        """async (url) => {
          const did = { opened: [], focused: [] };
          const plain = Clients.prototype.matchAll;
          Clients.prototype.openWindow = async (where) => { did.opened.push(where); };
          Clients.prototype.matchAll = async function (how) {
            const open = await plain.call(this, how);
            return open.map((client) => ({
              url: client.url,
              focus: async () => { did.focused.push(client.url); },
            }));
          };
          const waits = [];
          const event = new Event("notificationclick");
          event.notification = { close() {}, data: { url } };
          event.waitUntil = (promise) => waits.push(promise);
          self.dispatchEvent(event);
          await Promise.all(waits);
          Clients.prototype.matchAll = plain;
          return did;
        }""",
        url,
    )
    return found


def test_a_click_opens_the_match_or_the_tab_that_shows_it(
    tab: Page, live_server: LiveServer
) -> None:
    worker, here = worker_of(tab), f"{live_server.url}{SETTINGS}"

    assert clicked(worker, "/t/AB/") == {"opened": [f"{live_server.url}/t/AB/"], "focused": []}
    assert clicked(worker, SETTINGS) == {"opened": [], "focused": [here]}


@pytest.mark.parametrize("url", ["https://evil.net/", "//evil.net/x", "javascript:alert(1)"])
def test_a_click_leads_nowhere_else(tab: Page, live_server: LiveServer, url: str) -> None:
    did = clicked(worker_of(tab), url)

    assert did == {"opened": [f"{live_server.url}/"], "focused": []}
