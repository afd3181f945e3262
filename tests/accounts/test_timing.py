"""Hashing a password is what takes time; it must not depend on who is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import paid, signup_data
from tests.conftest import PASSWORD


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    count = [0]
    honest = MD5PasswordHasher.encode

    def encode(self: MD5PasswordHasher, password: str, salt: str) -> str:
        count[0] += 1
        return honest(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)

    def since_last() -> int:
        found, count[0] = count[0], 0
        return found

    return since_last


@pytest.mark.parametrize(
    ("login", "password"),
    [("alice", "wrong"), ("alice@example.org", "wrong"), ("nobody", "wrong"),
     ("nobody@example.org", "wrong"), ("alice", PASSWORD), ("alice@example.org", PASSWORD)],
)  # fmt: skip
def test_log_in_hashes_once(
    login: str, password: str, alice: User, hashes: Callable[[], int]
) -> None:
    hashes()

    Client().post(reverse("account_login"), {"login": login, "password": password})

    assert hashes() == 1


@pytest.mark.parametrize("email", ["alice@example.org", "new@example.org"])
def test_sign_up_hashes_once(email: str, alice: User, hashes: Callable[[], int]) -> None:
    hashes()

    response = Client().post(reverse("account_signup"), signup_data(email=email))

    assert response.status_code == 302
    assert hashes() == 1


@pytest.mark.parametrize("email", ["alice@example.org", "new@example.org"])
def test_keeping_a_guest_hashes_as_often(
    email: str, alice: User, as_guest: Client, hashes: Callable[[], int]
) -> None:
    hashes()
    data = {"username": "Marlow", "email": email, "password1": "tall-ships-9"}

    assert as_guest.post(reverse("guest_upgrade"), data | paid("upgrade")).status_code == 302

    assert hashes() == 1


def test_a_pending_address_does_not_shadow_the_owner(
    alice: User, guest: User, client: Client
) -> None:
    EmailAddress.objects.create(user=guest, email=alice.email, verified=False)

    client.post(reverse("account_login"), {"login": alice.email, "password": PASSWORD})

    assert client.session["_auth_user_id"] == str(alice.pk)
