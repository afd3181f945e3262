"""Mails as a browser shows them: in the local inbox and on the pages for builders."""

from __future__ import annotations

from typing import Any

from django.core.mail import get_connection
from playwright.sync_api import Browser, Request
from pytest_django.live_server_helper import LiveServer

from mail import wire
from mail.models import LocalMail
from tests.browser.pages import judge, on_the_site, open_page
from tests.mail.test_letters import with_picture

pytestmark = on_the_site


def test_the_local_inbox_shows_the_picture_a_mail_brought(
    chromium: Browser, live_server: LiveServer, settings: Any
) -> None:
    server = get_connection("mail.backends.LocalInbox")
    letter = with_picture()
    wire.build(letter, to="alice@example.org", message_id="<1@x>", connection=server).send()
    mail = LocalMail.objects.get()
    page = open_page(chromium)
    shown: list[str] = []
    blocked: list[str] = []

    def finished(request: Request) -> None:
        answer = request.response()
        if request.resource_type == "image" and "/inbox/" in request.url and answer:
            shown.append(f"{answer.status} {answer.headers['content-type']}")

    page.on("requestfinished", finished)
    page.on("requestfailed", lambda request: blocked.append(request.url))
    page.goto(f"{live_server.url}/inbox/{mail.pk}/", wait_until="networkidle")

    assert shown == ["200 image/png"]
    assert blocked == []


def test_builders_look_at_mails_on_any_screen(chromium: Browser, live_server: LiveServer) -> None:
    page = open_page(chromium)
    for path in ("", "games/invitation/", "account/password_changed/?lang=fr&dark=1"):
        page.goto(f"{live_server.url}/debug/mails/{path}", wait_until="networkidle")

        assert judge(page) == []
