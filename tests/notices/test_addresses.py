"""The pages where players give us addresses to call, and everything that is refused there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import sessions
from notices.models import PushSubscription, Webhook
from notices.services import pushes
from ops import vetting
from tests.conftest import PASSWORD, make_player
from tests.far_side import FarSide, answering
from tests.notices.conftest import NAME, point_of, text_of

PUSH, RENEW = "/account/notifications/push/", "/account/notifications/push/renew/"
WEBHOOK = "/account/notifications/webhook/"
URL = f"https://{NAME}/in/abcdefghijklmnop1234"

REFUSED = [
    "http://hooks.net/x", "https://127.0.0.1/", "https://127.8.9.1/", "https://0.0.0.0/",
    "https://10.1.2.3/", "https://100.64.1.1/", "https://169.254.169.254/latest/", "https://[::1]/",
    "https://[fc00::1]/", "https://[::ffff:10.0.0.1]/", "https://2130706433/", "https://0x7f.1/",
    "https://localhost/", "https://hooks.net:8443/x", "https://hooks.net:22/", "https://a:b@hooks.net/",
    "https://hooks.net/#x", "https://hooks.net\\@10.0.0.1/", "https://inside.hooks.net/x",
    "https://mixed.hooks.net/x", "https://nowhere.hooks.net/x", "file:///etc/passwd",
]  # fmt: skip
BOOK = {
    "inside.hooks.net": ["10.0.0.1"],
    "mixed.hooks.net": ["93.184.215.14", "::ffff:127.0.0.1"],
    "nowhere.hooks.net": [],
}


@pytest.fixture(autouse=True)
def _names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vetting, "resolve", lambda host: BOOK.get(host, ["93.184.215.14"]))


def said(endpoint: str = f"https://{NAME}/push/one", **changes: Any) -> dict[str, Any]:
    key = text_of(point_of(ec.generate_private_key(ec.SECP256R1())))
    keys = {"p256dh": key, "auth": text_of(b"0123456789abcdef")}
    return {"endpoint": endpoint, "expirationTime": None, "keys": keys, **changes}


def post(client: Client, data: Any, path: str = PUSH) -> Any:
    return client.post(path, json.dumps(data), content_type="application/json")


def mine(user: User) -> list[str]:
    rows = PushSubscription.objects.filter(user=user).order_by("pk")
    return list(rows.values_list("endpoint", flat=True))


# --- push ---------------------------------------------------------------------------------


def test_a_browser_subscribes(as_alice: Client, alice: User, vapid_key: object) -> None:
    response = as_alice.post(
        PUSH, json.dumps(said()), content_type="application/json",
        headers={"user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140"},
    )  # fmt: skip

    assert response.status_code == 201
    row = PushSubscription.objects.get(user=alice)
    assert row.digest == pushes.digest_of(row.endpoint)
    assert row.agent == "Firefox on Linux"
    page = as_alice.get("/account/notifications/").content.decode()
    assert "Firefox on Linux" in page
    assert row.endpoint not in page


def test_the_same_browser_again_is_the_same_row(
    as_alice: Client, alice: User, vapid_key: object
) -> None:
    post(as_alice, said())
    post(as_alice, said())

    assert len(mine(alice)) == 1


def test_a_browser_belongs_to_who_used_it_last(
    as_alice: Client, as_bob: Client, alice: User, bob: User, vapid_key: object
) -> None:
    post(as_alice, said())
    post(as_bob, said())

    assert (len(mine(alice)), len(mine(bob))) == (0, 1)


def test_ten_browsers_are_enough(as_alice: Client, alice: User, vapid_key: object) -> None:
    for number in range(10):
        assert post(as_alice, said(f"https://{NAME}/push/{number}")).status_code == 201

    response = post(as_alice, said(f"https://{NAME}/push/eleven"))

    assert response.status_code == 409
    assert "10" in response.json()["error"]
    assert len(mine(alice)) == 10
    assert post(as_alice, said(f"https://{NAME}/push/3")).status_code == 201


@pytest.mark.parametrize("url", REFUSED)
def test_a_push_address_that_leads_elsewhere_is_refused(
    url: str, as_alice: Client, alice: User, vapid_key: object
) -> None:
    response = post(as_alice, said(url))

    assert response.status_code == 400
    assert response.json()["error"] in {str(text) for text in vetting.SENTENCES.values()}
    assert mine(alice) == []


@pytest.mark.parametrize(
    "data",
    [None, [], "x", {}, {"endpoint": 1}, said(keys=None), said(keys={}), said(keys={"auth": "x"}),
     said(keys={"p256dh": 1, "auth": 2}), said(endpoint=None), said(old=3),
     said(keys={"p256dh": "B" * 87, "auth": text_of(b"0123456789abcdef")}),
     said(keys={"p256dh": "AAAA", "auth": text_of(b"0123456789abcdef")}),
     said(keys={**said()["keys"], "auth": "AAAA"}), said(keys={**said()["keys"], "auth": "é?"}),
     said("https://hooks.net/" + "x" * 1000), said("https://hooks.net/" + "x" * 9000)],
)  # fmt: skip
def test_what_no_browser_says_is_refused(
    data: Any, as_alice: Client, alice: User, vapid_key: object
) -> None:
    assert post(as_alice, data).status_code == 400
    assert mine(alice) == []


def test_no_json_is_refused(as_alice: Client, alice: User, vapid_key: object) -> None:
    assert as_alice.post(PUSH, b"\xff{", content_type="application/json").status_code == 400
    assert as_alice.post(PUSH, b"[" * 8000, content_type="application/json").status_code == 400


def test_without_a_key_push_isnt_offered(as_alice: Client, alice: User) -> None:
    assert post(as_alice, said()).status_code == 404
    assert "data-push" not in as_alice.get("/account/notifications/").content.decode()


def test_with_a_key_the_settings_offer_push(
    as_alice: Client, alice: User, vapid_key: object, settings: Any
) -> None:
    page = as_alice.get("/account/notifications/").content.decode()

    assert f'data-key="{settings.VAPID_PUBLIC_KEY}"' in page
    assert settings.VAPID_PRIVATE_KEY not in page
    assert "needs JavaScript" in page


def test_a_foreign_page_cant_subscribe(alice: User, vapid_key: object) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    assert post(client, said()).status_code == 403
    assert mine(alice) == []


def desk_and_phone(desk: Client, user: User) -> Client:
    """Both of the player's browsers take pushes; answers the phone."""
    phone = Client()
    phone.force_login(user)
    phone.get("/account/sessions/")  # it's listed from now on
    post(desk, said(f"https://{NAME}/push/desk"))
    post(phone, said(f"https://{NAME}/push/phone"))
    return phone


def test_logging_out_ends_push_in_that_browser_only(
    as_alice: Client, alice: User, vapid_key: object
) -> None:
    phone = desk_and_phone(as_alice, alice)

    phone.post("/account/logout/")

    assert mine(alice) == [f"https://{NAME}/push/desk"]


def test_a_device_logged_out_from_afar_gets_no_more_pushes(
    as_alice: Client, alice: User, vapid_key: object
) -> None:
    desk_and_phone(as_alice, alice)

    sessions.end_others(user=alice, keep=as_alice.session.session_key or "")

    assert mine(alice) == [f"https://{NAME}/push/desk"]


def test_a_new_password_keeps_push_in_the_browser_it_was_set_in(
    as_alice: Client, alice: User, vapid_key: object
) -> None:
    desk_and_phone(as_alice, alice)
    before = as_alice.session.session_key

    words = {
        "oldpassword": PASSWORD,
        "password1": "four-new-Words-here",
        "password2": "four-new-Words-here",
    }
    as_alice.post("/account/password/change/", words)

    assert as_alice.session.session_key != before
    assert mine(alice) == [f"https://{NAME}/push/desk"]
    as_alice.post("/account/logout/")
    assert mine(alice) == []


def test_a_browser_is_removed_by_its_owner_only(
    as_alice: Client, as_charlie: Client, alice: User, vapid_key: object
) -> None:
    post(as_alice, said())
    path = reverse("push_remove", args=[PushSubscription.objects.get(user=alice).pk])

    assert as_charlie.post(path).status_code == 404
    assert len(mine(alice)) == 1
    assert as_alice.post(path).status_code == 302
    assert mine(alice) == []


def test_a_browser_renews_its_address_by_the_old_one(
    as_alice: Client, client: Client, alice: User, vapid_key: object
) -> None:
    post(as_alice, said())
    fresh = f"https://{NAME}/push/fresh"

    assert post(client, said(fresh, old=f"https://{NAME}/push/one"), RENEW).status_code == 200

    assert mine(alice) == [fresh]


def test_a_new_address_that_is_known_already_is_one_browser(
    as_alice: Client, as_bob: Client, client: Client, alice: User, bob: User, vapid_key: object
) -> None:
    one, two = f"https://{NAME}/push/one", f"https://{NAME}/push/two"
    post(as_alice, said(one))
    post(as_bob, said(two))

    assert post(client, said(two, old=one), RENEW).status_code == 200

    assert (mine(alice), mine(bob)) == ([two], [])


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (said(f"https://{NAME}/push/fresh", old=f"https://{NAME}/push/guessed"), 404),
        (said(f"https://{NAME}/push/fresh"), 400),
        (said(f"https://{NAME}/push/fresh", old="\ud800\x00"), 400),
        (said("https://10.0.0.1/", old=f"https://{NAME}/push/one"), 400),
        (said("https://inside.hooks.net/", old=f"https://{NAME}/push/one"), 400),
        (said(f"https://{NAME}/x", old=f"https://{NAME}/push/one", keys={}), 400),
    ],
)
def test_a_renewal_that_proves_nothing_changes_nothing(
    data: Any, status: int, as_alice: Client, client: Client, alice: User, vapid_key: object
) -> None:
    post(as_alice, said())

    assert post(client, data, RENEW).status_code == status

    assert mine(alice) == [f"https://{NAME}/push/one"]


def test_a_form_of_a_foreign_page_renews_nothing(
    as_alice: Client, client: Client, alice: User, vapid_key: object
) -> None:
    """Such a page can post plain text without being asked; JSON it cannot."""
    post(as_alice, said())
    data = json.dumps(said(f"https://{NAME}/x", old=f"https://{NAME}/push/one"))

    assert client.post(RENEW, data, content_type="text/plain").status_code == 400
    assert mine(alice) == [f"https://{NAME}/push/one"]


# --- webhook ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["json", "discord", "slack"])
def test_a_webhook_is_set(preset: str, as_alice: Client, alice: User) -> None:
    response = as_alice.post(WEBHOOK, {"url": URL, "preset": preset})

    assert response.status_code == 302
    hook = Webhook.objects.get(user=alice)
    assert (hook.url, hook.preset) == (URL, preset)
    assert len(hook.secret) >= 32


@pytest.mark.parametrize("path", [WEBHOOK, "/account/notifications/"])
def test_pages_show_only_enough_to_tell_it_from_another(
    path: str, as_alice: Client, alice: User
) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})

    page = as_alice.get(path)

    text = page.content.decode()
    assert f"{NAME}/…1234" in text
    assert "abcdefgh" not in text
    assert Webhook.objects.get().secret in text  # their program needs it
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("url", REFUSED)
def test_a_webhook_that_leads_elsewhere_is_refused(url: str, as_alice: Client, alice: User) -> None:
    response = as_alice.post(WEBHOOK, {"url": url, "preset": "json"})

    assert response.status_code == 422
    sentences = [str(text) for text in vetting.SENTENCES.values()]
    assert any(text in response.content.decode().replace("&#x27;", "'") for text in sentences)
    assert not Webhook.objects.filter(user=alice).exists()


@pytest.mark.parametrize(
    "data",
    [{}, {"url": "", "preset": "json"}, {"url": URL}, {"url": URL, "preset": "irc"},
     {"url": URL + "x" * 500, "preset": "json"}],
)  # fmt: skip
def test_an_incomplete_webhook_is_refused(
    data: dict[str, str], as_alice: Client, alice: User
) -> None:
    assert as_alice.post(WEBHOOK, data or {"x": "1"}).status_code == 422
    assert not Webhook.objects.filter(user=alice).exists()


def test_an_empty_address_keeps_the_one_there_is(as_alice: Client, alice: User) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})

    as_alice.post(WEBHOOK, {"url": "", "preset": "slack"})

    hook = Webhook.objects.get(user=alice)
    assert (hook.url, hook.preset) == (URL, "slack")


def test_a_test_tells_how_the_server_answered(as_alice: Client, alice: User, side: FarSide) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "discord"})

    page = as_alice.post(f"{WEBHOOK}test/", follow=True).content.decode()

    assert "It works: the server answered HTTP 204." in page
    assert b"Your webhook works" in side.requests[0].body


@pytest.mark.parametrize(
    ("status", "text"), [(404, "HTTP 404"), (500, "HTTP 500"), (302, "HTTP 302")]
)
def test_a_test_that_fails_says_so(
    status: int, text: str, as_alice: Client, alice: User, side: FarSide
) -> None:
    side.reply = answering(status, b"", "Location: https://10.0.0.1/")
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})

    page = as_alice.post(f"{WEBHOOK}test/", follow=True).content.decode()

    assert f"The test failed: {text}" in page
    assert side.connections == 1


def test_a_test_calls_no_address_that_leads_inside_by_now(
    as_alice: Client, alice: User, side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})
    monkeypatch.setattr(vetting, "callable_address", lambda text: False)

    page = as_alice.post(f"{WEBHOOK}test/", follow=True).content.decode()

    assert "The test failed: This address isn’t reachable from the public internet." in page
    assert side.connections == 0


def test_a_server_that_says_nothing_is_told_in_words(
    as_alice: Client, alice: User, side: FarSide
) -> None:
    side.reply = lambda link: None
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})

    page = as_alice.post(f"{WEBHOOK}test/", follow=True).content.decode()

    assert page.count("The server sent an invalid response.") == 2  # the message, and the last call


def test_the_secret_is_renewed_and_the_webhook_removed(as_alice: Client, alice: User) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})
    before = Webhook.objects.get().secret

    as_alice.post(f"{WEBHOOK}secret/")
    assert Webhook.objects.get().secret != before

    as_alice.post(f"{WEBHOOK}remove/")
    assert not Webhook.objects.exists()


def test_one_that_was_switched_off_says_why(as_alice: Client, alice: User) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})
    Webhook.objects.update(off_at="2026-03-02T12:00Z", off_reason="It failed for a day (HTTP 500).")

    page = as_alice.get("/account/notifications/").content.decode()

    assert "Your webhook is off" in page
    assert "It failed for a day (HTTP 500)." in page


# --- who may ------------------------------------------------------------------------------

ACTIONS = [PUSH, WEBHOOK, f"{WEBHOOK}test/", f"{WEBHOOK}secret/", f"{WEBHOOK}remove/"]


@pytest.mark.parametrize("path", [*ACTIONS, f"{PUSH}1/remove/"])
def test_nobody_in_particular_is_sent_to_log_in(path: str, client: Client, db: None) -> None:
    response = client.post(path)

    assert response.status_code == 302
    assert "/account/login/" in response["Location"]


@pytest.mark.parametrize("path", ACTIONS[:4])
def test_guests_are_offered_to_keep_their_account(path: str, client: Client, db: None) -> None:
    client.force_login(make_player("Guest-17", is_guest=True))

    response = client.post(path)

    assert response.status_code == 302
    assert response["Location"] == "/account/keep/"


@pytest.mark.parametrize("path", ACTIONS[2:])
def test_a_stranger_has_no_webhook_to_act_on(
    path: str, as_alice: Client, as_charlie: Client, alice: User
) -> None:
    as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})
    before = Webhook.objects.get()

    assert as_charlie.post(path).status_code == 404

    after = Webhook.objects.get()
    assert (after.user, after.secret) == (alice, before.secret)


@pytest.mark.parametrize("path", [PUSH, RENEW, *ACTIONS[2:], f"{PUSH}1/remove/"])
def test_looking_changes_nothing(path: str, as_alice: Client) -> None:
    assert as_alice.get(path).status_code == 405


def test_no_log_line_shows_an_address(
    as_alice: Client, alice: User, side: FarSide, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        as_alice.post(WEBHOOK, {"url": URL, "preset": "json"})
        side.reply = answering(500)
        as_alice.post(f"{WEBHOOK}test/")

    assert "abcdefgh" not in caplog.text
