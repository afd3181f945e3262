"""An account's life in a real browser: sign up, second steps, passkeys, no scripts, axe."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from accounts import tokens
from accounts.models import User
from accounts.services import deletion, friends, guests
from outbox.models import Effect
from outbox.services import run
from tests.browser.pages import judge, log_in, on_the_site, open_page
from tests.conftest import PASSWORD
from tests.strangers import ours

pytestmark = on_the_site


@pytest.fixture(autouse=True)
def _quick(settings: Any) -> None:
    settings.POW_BITS = 10
    settings.SIGNUP_MIN_SECONDS = 0


def log_in_by_password(page: Page, url: str) -> None:
    page.goto(f"{url}/account/login/")
    page.fill("[name=login]", "alice")
    page.fill("[name=password]", PASSWORD)
    page.click("main form.form .btn-go")


def link_in_newest_mail(part: str) -> str:
    text = Effect.objects.filter(kind="mail").latest("pk").payload["text"]
    found = re.search(r"https?://\S*" + part + r"\S*", text)
    assert found, text
    return found.group(0)


def test_from_sign_up_to_logged_in(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, timezone_id="Europe/Rome")

    page.goto(f"{live_server.url}/account/signup/")
    page.fill("[name=username]", "Marlow")
    page.fill("[name=email]", "marlow@example.org")
    page.fill("[name=password1]", "tall ships and grain")
    page.click("form[data-toll-form] .btn-go")  # sent by itself once the toll is paid
    expect(page.locator("h1")).to_have_text("Check your inbox")
    page.goto(link_in_newest_mail("confirm-email"))
    page.click("main .btn-go")

    expect(page.locator(".me-name")).to_have_text("Marlow")
    assert ours(User).get().time_zone == "Europe/Rome"


def test_sign_up_without_scripts(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, java_script_enabled=False)

    page.goto(f"{live_server.url}/account/signup/")
    page.fill("[name=username]", "Marlow")
    page.fill("[name=email]", "marlow@example.org")
    page.fill("[name=password1]", "tall ships and grain")
    question = page.locator("label[for=id_toll_answer]").inner_text()
    page.fill("[name=toll_answer]", str(sum(map(int, re.findall(r"\d+", question)))))
    page.click("form[data-toll-form] .btn-go")

    expect(page.locator("h1")).to_have_text("Check your inbox")
    assert ours(User).get().username == "Marlow"


def test_play_now_and_keep_it(chromium: Browser, live_server: Any) -> None:
    page = open_page(chromium, viewport={"width": 390, "height": 800})

    page.goto(f"{live_server.url}/about/")
    page.click(".bar-key")
    expect(page.get_by_role("banner")).to_contain_text("Guest")
    guest = ours(User).get()
    page.goto(f"{live_server.url}/account/keep/")
    page.fill("[name=username]", "Marlow")
    page.fill("[name=email]", "marlow@example.org")
    page.fill("[name=password1]", "tall ships and grain")
    page.click("form[data-toll-form] .btn-go")
    expect(page.locator(".notice b")).to_have_text("We’ve sent an e-mail to marlow@example.org")
    page.goto(link_in_newest_mail("confirm-email"))
    page.click("main .btn-go")

    page.wait_for_url(f"{live_server.url}/")
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Marlow", False)


def test_the_file_appears_by_itself(chromium: Browser, live_server: Any, alice: User) -> None:
    page = open_page(chromium)
    log_in(page, live_server.url, alice)

    page.goto(f"{live_server.url}/account/data/")
    page.click("main .btn-go")
    expect(page.locator("h2")).to_have_text("We’re creating your file")
    run(Effect.objects.get(kind="data-export").pk)
    expect(page.locator("h2")).to_have_text("Your file is ready")
    with page.expect_download() as download:
        page.click("main .btn-go")

    assert download.value.suggested_filename == "nauticus-alice.json"


def test_a_passkey_from_first_use_to_removal(
    chromium: Browser, live_server: Any, alice: User
) -> None:
    page = open_page(chromium)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    url = live_server.url

    # add it
    log_in_by_password(page, url)
    expect(page.locator(".me-name")).to_have_text("alice")
    page.goto(f"{url}/account/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.click("main form.form .btn-go")
    page.fill("[name=name]", "My phone")
    page.click("form[data-passkey=add] .btn-go")
    expect(page.locator("h1")).to_have_text("Recovery codes")
    assert Effect.objects.filter(payload__template="account/webauthn_added").exists()

    # log in with it alone
    page.context.clear_cookies()
    page.goto(f"{url}/account/login/")
    page.click("form[data-passkey=login] button")
    expect(page.locator(".me-name")).to_have_text("alice")

    # and as the second step after a password
    page.context.clear_cookies()
    log_in_by_password(page, url)
    expect(page.locator("h1")).to_have_text("One more step")
    page.goto(f"{url}/account/preferences/")  # not in yet: led back to the step
    expect(page.locator("h1")).to_have_text("One more step")
    page.click("form[data-passkey=use] button")
    expect(page.locator(".me-name")).to_have_text("alice")

    # remove it, with the key itself as proof
    page.goto(f"{url}/account/2fa/webauthn/")
    expect(page.locator(".rows b")).to_have_text("My phone")
    page.click(".rows .btn-loss")
    expect(page).to_have_url(re.compile("reauthenticate"))
    page.goto(f"{url}/account/2fa/webauthn/reauthenticate/?next=/account/2fa/webauthn/")
    page.click("form[data-passkey=use] button")
    page.wait_for_url(f"{url}/account/2fa/webauthn/")
    page.click(".rows .btn-loss")
    page.click("main .btn-loss")
    expect(page.locator("main h2")).to_have_text("No keys yet")


def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    chromium: Browser, live_server: Any, alice: User, bob: User
) -> None:
    problems: list[str] = []
    friends.ask(asker=bob, asked=alice)
    deletion.request(user=bob)
    bob.refresh_from_db()
    strangers = [
        "/account/login/", "/account/signup/", "/account/password/reset/", "/players/alice/",
        "/account/password/reset/done/", "/account/confirm-email/",
        f"/unsubscribe/{tokens.unsubscribe(alice, 'news')}/",
        f"/account/delete/cancel/{tokens.cancel_deletion(bob)}/",
    ]  # fmt: skip
    own = [
        "/account/preferences/", "/account/friends/", "/account/email/", "/account/2fa/",
        "/account/password/change/", "/account/sessions/", "/account/data/", "/account/delete/",
        "/account/reauthenticate/", "/account/logout/", "/account/2fa/webauthn/", "/players/bob/",
    ]  # fmt: skip
    for who, paths in ((None, strangers), (alice, own), (guests.create(), ["/account/keep/"])):
        page = open_page(chromium)
        if who is not None:
            log_in(page, live_server.url, who)
        for path in paths:
            page.goto(live_server.url + path)
            if page.locator("[name=toll_work]").count():
                expect(page.locator("[name=toll_work]")).to_have_value(re.compile(r"\d"))
            problems += judge(page, widths=(360,))

    assert problems == []
