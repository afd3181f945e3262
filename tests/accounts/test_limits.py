"""Every form that can be hammered says stop in a friendly way."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

OWN = {
    "guest": ("guest", [], "10/h/ip"),
    "upgrade": ("guest_upgrade", [], "1/h/ip"),
    "friends": ("friend_remove", ["bob"], "1/h/user"),
    "preferences": ("preferences", [], "1/h/user"),
    "unsubscribe": ("unsubscribe", ["x"], "1/m/ip"),
    "export": ("data_export", [], "1/d/user"),
    "delete": ("delete_account", [], "1/h/user"),
    "cancel_deletion": ("cancel_deletion", ["x"], "1/h/ip"),
    "session_end": ("usersessions_list", [], "1/h/user"),
    "demo": ("demo_become", [], "1/m/ip"),
}


@pytest.mark.parametrize("action", OWN)
def test_our_own_forms(
    action: str, alice: User, bob: User, as_alice: Client, settings: Any
) -> None:
    name, args, _ = OWN[action]
    settings.RATE_LIMITS = settings.RATE_LIMITS | {
        action: settings.RATE_LIMITS[action].replace(
            settings.RATE_LIMITS[action].split("/")[0], "1", 1
        )
    }
    url = reverse(name, args=args)
    assert as_alice.post(url).status_code != 429

    response = as_alice.post(url)

    assert response.status_code == 429
    assert b"<h1" in response.content


ALLAUTH = {
    "login": ("account_login", {"login": "alice", "password": "x"}),
    "signup": ("account_signup", {"username": "x"}),
    "reset_password": ("account_reset_password", {"email": "alice@example.org"}),
    "change_password": ("account_change_password", {"oldpassword": "x"}),
    "reauthenticate": ("account_reauthenticate", {"password": "x"}),
    "manage_email": ("account_email", {"email": "x"}),
}


@pytest.mark.parametrize("action", ALLAUTH)
def test_forms_of_allauth(action: str, alice: User, as_alice: Client, settings: Any) -> None:
    name, data = ALLAUTH[action]
    own = action in ("change_password", "reauthenticate", "manage_email")
    per = "user" if own else "ip"
    settings.ACCOUNT_RATE_LIMITS = {action: f"1/m/{per}"}
    client = as_alice if own else Client()
    assert client.post(reverse(name), data).status_code != 429

    assert client.post(reverse(name), data).status_code == 429


def test_wrong_passwords_lock_the_name_for_a_while(alice: User, client: Client) -> None:
    for _ in range(6):
        response = client.post(reverse("account_login"), {"login": "alice", "password": "x"})

    assert "Too many wrong attempts" in response.content.decode()


def test_limits_count_per_address_behind_a_proxy(db: None, settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"guest": "1/h/ip"}

    def click(forwarded: str) -> int:
        return Client().post(reverse("guest"), headers={"X-Forwarded-For": forwarded}).status_code

    assert click("192.0.2.1") == 302
    assert click("192.0.2.2") == 302
    assert click("198.51.100.9, 192.0.2.1") == 429  # what a client claims itself counts nothing
    assert click("2001:db8::1") == 302
    assert click("2001:db8::2") == 429  # one household


def test_without_a_cache_nobody_is_locked_out(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.core.cache.backends.dummy import DummyCache

    monkeypatch.setattr("accounts.limits.cache", DummyCache("x", {}))

    for _ in range(15):
        assert client.post(reverse("guest")).status_code == 302
