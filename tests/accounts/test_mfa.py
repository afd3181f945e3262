from __future__ import annotations

import json
import time
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import Mails
from tests.conftest import PASSWORD


def code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


@pytest.fixture
def proved(alice: User, client: Client) -> Client:
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def log_in(client: Client) -> Any:
    return client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})


def test_an_app_and_recovery_codes(
    alice: User, proved: Client, mails: Mails, django_capture_on_commit_callbacks: Any
) -> None:
    page = proved.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    assert b"data:image/svg+xml" in page.content

    with django_capture_on_commit_callbacks(execute=True):
        done = proved.post(reverse("mfa_activate_totp"), {"code": code(secret)})

    assert done["Location"] == reverse("mfa_view_recovery_codes")
    stored = Authenticator.objects.get(type="totp").data["secret"]
    assert secret not in stored  # encrypted at rest
    codes = proved.get(reverse("mfa_view_recovery_codes")).context["unused_codes"]
    assert len(codes) == 10
    assert codes[0] in proved.get(reverse("mfa_download_recovery_codes")).content.decode()
    assert [m["template"] for m in mails(to=alice.email)] == ["account/totp_activated"]

    other = Client()
    assert log_in(other)["Location"] == reverse("mfa_authenticate")
    assert "_auth_user_id" not in other.session
    assert other.get(reverse("preferences")).status_code == 302
    assert other.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
    with time_machine.travel(time.time() + 60):
        other.post(reverse("mfa_authenticate"), {"code": code(secret)})
    assert other.session["_auth_user_id"] == str(alice.pk)

    third = Client()
    log_in(third)
    third.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert third.session["_auth_user_id"] == str(alice.pk)
    fourth = Client()
    log_in(fourth)
    fourth.post(reverse("mfa_authenticate"), {"code": codes[0]})  # used up
    assert "_auth_user_id" not in fourth.session


def test_switching_off_tells_the_owner(alice: User, proved: Client, mails: Mails) -> None:
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    proved.post(reverse("account_reauthenticate"), {"password": PASSWORD})

    proved.post(reverse("mfa_deactivate_totp"))

    assert not Authenticator.objects.exists()
    assert mails("totp_deactivated", to=alice.email)


def test_guessing_codes_is_stopped(alice: User, client: Client) -> None:
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    log_in(client)

    for _ in range(6):
        response = client.post(reverse("mfa_authenticate"), {"code": "000000"})

    assert "Too many wrong attempts" in response.content.decode()


def test_a_lost_key_opens_nothing(alice: User, settings: Any) -> None:
    totp = TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    settings.SECRET_KEY = "another-key-" * 8

    assert not totp.validate_code(code("JBSWY3DPEHPK3PXP"))
    assert not totp.validate_code(code(""))

    settings.SECRET_KEY_FALLBACKS = ["a-key-for-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz"]
    assert totp.validate_code(code("JBSWY3DPEHPK3PXP"))


ODD: list[Any] = [
    "", "x", "{}", "[]", "1", "null", '{"id": 1}', '{"rawId": "AA", "id": "AA"}', "{" * 3000,
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}),
    json.dumps({"id": "AA", "rawId": "AA", "type": "public-key", "clientExtensionResults": {},
                "response": {"clientDataJSON": "AA", "attestationObject": "AA",
                             "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"}}),
    json.dumps({"id": "AA", "rawId": "!!", "type": "x", "response": [1]}),
    '{"id": "\\u0000"}', json.dumps({"id": "A" * 30_000}),
]  # fmt: skip


@pytest.mark.parametrize("name", ["mfa_login_webauthn", "mfa_add_webauthn", "mfa_authenticate",
                                  "mfa_reauthenticate_webauthn"])  # fmt: skip
@pytest.mark.parametrize("credential", ODD, ids=range(len(ODD)))
def test_an_odd_credential_is_a_wrong_answer(
    name: str, credential: str, alice: User, client: Client
) -> None:
    if name == "mfa_authenticate":
        TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    if name != "mfa_login_webauthn":
        log_in(client)
    else:
        client.get(reverse(name), headers={"Accept": "application/json"})
    if name == "mfa_add_webauthn":
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        client.get(reverse(name))

    response = client.post(reverse(name), {"credential": credential})

    assert response.status_code in (200, 302)
    assert not Authenticator.objects.filter(type="webauthn").exists()
    if name in ("mfa_login_webauthn", "mfa_authenticate"):
        assert "_auth_user_id" not in client.session
