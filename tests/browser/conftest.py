"""One Chromium for this folder; what a test opened is closed before its database is emptied."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import connection
from playwright.sync_api import Browser, sync_playwright

from games.services.tables import deals
from tests.browser.pages import CHROMIUM, PATIENCE, complaints

CALM = 0.02  # seconds without a request: nothing is on its way any more
BUSY = """select count(*) from pg_stat_activity where datname = current_database()
          and pid <> pg_backend_pid() and state <> 'idle'"""


# Not for the session: Playwright's running event loop would be in the way of asynchronous tests.
@pytest.fixture(scope="package")
def launched() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, timeout=4 * PATIENCE)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def serving() -> Iterator[set[int]]:
    """The threads of this process that answer a request."""
    threads: set[int] = set()

    def began(**_: object) -> None:
        if threading.current_thread() is not threading.main_thread():
            threads.add(threading.get_ident())

    def ended(**_: object) -> None:
        threads.discard(threading.get_ident())

    request_started.connect(began)
    request_finished.connect(ended)
    yield threads
    request_started.disconnect(began)
    request_finished.disconnect(ended)


@pytest.fixture(autouse=True)
def _same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On space 4 of the wheel hulls are bought."""
    monkeypatch.setattr(deals, "own_seed", lambda match, nonces: "07" * 32)


@pytest.fixture
def chromium(launched: Browser, serving: set[int], transactional_db: None) -> Iterator[Browser]:
    complaints.clear()
    yield launched
    for context in launched.contexts:
        context.close()
    _await_calm(serving)
    assert complaints == []


def _await_calm(serving: set[int]) -> None:
    """A request that is still answered would meet tables that are being emptied."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        time.sleep(CALM)
        with connection.cursor() as cursor:
            cursor.execute(BUSY)
            (busy,) = cursor.fetchone()
        if not busy and not serving:
            return
