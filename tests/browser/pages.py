"""Opening, entering and judging pages in Chromium; what all files of this folder share."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from accounts.models import User

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
PATIENCE = 30_000  # milliseconds; a loaded machine is slow, not wrong
SCREENS = ((390, "dark"), (1280, "light"))
OTHER_WIDTHS = (360, 768)

expect.set_options(timeout=PATIENCE)
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

in_chromium = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no Chromium at {CHROMIUM}"),
    pytest.mark.xdist_group("browser"),
]
# The server is another thread or process: it sees only what is committed.
on_the_site = [*in_chromium, pytest.mark.django_db(transaction=True)]

# What scripts complained about during one test. A request cut off by leaving the page, a 404
# or a server without sockets is no fault of theirs; a broken content security policy is.
complaints: list[str] = []


def open_page(browser: Browser, **options: Any) -> Page:
    # Without the site's worker unless a test is about it: Playwright doesn't see its requests.
    settled = {"reduced_motion": "reduce", "service_workers": "block", **options}
    page = browser.new_context(**settled).new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda fault: complaints.append(f"{page.url} {fault}"))
    page.on("console", lambda said: "Security Policy" in said.text and complaints.append(said.text))
    return page


def log_in(page: Page, url: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then((all) => all.violations)")
    return [f"{fault['id']}: {node['html'][:160]}" for fault in found for node in fault["nodes"]]


def too_wide(page: Page) -> list[str]:
    script = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    width = (page.viewport_size or {}).get("width")
    return [f"wider than {width} px"] if page.evaluate(script) else []


def judge(page: Page, *, widths: Iterable[int] = OTHER_WIDTHS) -> list[str]:
    """Axe on a phone at night and a desk by day; nothing scrolls sideways anywhere."""
    found = []
    for width, scheme in SCREENS:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        found += faults(page) + too_wide(page)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        found += too_wide(page)
    return [f"{page.url} {fault}" for fault in found]
