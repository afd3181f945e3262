"""Inviting an address, and the way out for whoever is invited, in a real browser."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect

from accounts.models import User
from games.services.tables import invite
from outbox.models import Effect
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.games.helpers import carry_out, open_table

pytestmark = on_the_site


def test_a_stranger_ends_it_with_one_click(
    chromium: Browser, live_server: Any, alice: User
) -> None:
    match = open_table(alice, size=3, visibility="invited")
    invite.by_mail(code=match.code, user=alice, email="eve@example.net")
    carry_out()
    text = Effect.objects.get(kind="mail").payload["text"]
    found = re.search(r"https?://[^/]+(/unsubscribe/\S+)", text)
    assert found
    page = open_page(chromium)
    problems: list[str] = []

    page.goto(live_server.url + found.group(1))
    problems += judge(page)
    page.get_by_role("button", name="Don’t e-mail me again").click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()
    problems += judge(page)
    page.get_by_role("button", name="Allow invitations again").click()
    expect(page.get_by_role("button", name="Don’t e-mail me again")).to_be_visible()

    assert problems == []


def test_the_host_reads_what_they_typed(
    chromium: Browser, live_server: Any, alice: User, bob: User
) -> None:
    match = open_table(alice, size=3, visibility="invited")
    page = open_page(chromium)
    log_in(page, live_server.url, alice)
    page.goto(live_server.url + match.get_absolute_url())

    for who in (
        "bob@example.org",
        "a-very-long-address.of-somebody@a-long-domain-name.example.org",
    ):
        page.get_by_label("Name or e-mail address").fill(who)
        page.get_by_role("button", name="Send the invitation").click()
        expect(page.locator("ul.list")).to_contain_text(who)

    assert judge(page) == []
