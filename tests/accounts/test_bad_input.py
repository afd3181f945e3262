"""Whatever is sent: a clear answer, never a 500, nothing changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Friendship, User
from tests.accounts.conftest import Mails, signup_data
from tests.conftest import PASSWORD
from tests.strangers import ours

OPEN_FORMS = {
    "account_signup": "username",
    "account_login": "login",
    "account_reset_password": "email",
    "guest": "next",
}
OWN_FORMS = {
    "preferences": "time_zone",
    "friends": "username",
    "account_email": "email",
    "account_change_password": "oldpassword",
    "account_reauthenticate": "password",
    "data_export": "x",
    "usersessions_list": "x",
}
ODD = {
    "nul": "a\x00b",
    "emoji": "⛵" * 50,
    "rtl": "\u202eevil",
    "long": "x" * 200_000,
    "surrogate": "\udc80".encode("utf-8", "surrogatepass"),
    "percent": "%s%n%(x)s",
    "markup": "<script>alert(1)</script>",
    "sql": "' OR 1=1 --",
    "lone bytes": b"\xff\xfe",
}


def state() -> Any:
    return (
        list(User.objects.order_by("pk").values_list("username", "email", "password", "time_zone")),
        Friendship.objects.count(),
    )


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("name", [*OPEN_FORMS, *OWN_FORMS])
def test_odd_text_is_answered_plainly(
    name: str, odd: str | bytes, alice: User, as_alice: Client, mails: Mails
) -> None:
    own = name in OWN_FORMS
    client = as_alice if own else Client()
    client.raise_request_exception = True
    field = OWN_FORMS.get(name) or OPEN_FORMS[name]
    value = odd.encode() if isinstance(odd, str) else odd
    before = state()

    from urllib.parse import quote_from_bytes

    body = f"{field}={quote_from_bytes(value)}&action_add=1&password1=x".encode()
    response = client.post(reverse(name), body, content_type="application/x-www-form-urlencoded")

    assert response.status_code < 500
    if name != "guest":
        assert state() == before
    assert b"<script>alert(1)" not in response.content


@pytest.mark.parametrize("odd", ["%s", "a b", "é", "?", "#", "/" * 9000])
def test_an_odd_next_page_is_no_error(odd: str, alice: User, client: Client) -> None:
    data = {"login": "alice", "password": PASSWORD, "next": odd}

    assert client.get(reverse("account_login"), {"next": odd}).status_code == 200
    assert client.post(reverse("account_login"), data).status_code == 302


@pytest.mark.parametrize("name", [*OPEN_FORMS, *OWN_FORMS, "friend_ask", "unsubscribe"])
def test_ten_megabytes_are_too_much(name: str, alice: User, bob: User, as_alice: Client) -> None:
    args = {"friend_ask": ["bob"], "unsubscribe": ["x"]}.get(name, [])
    before = state()

    body = b"username=" + b"x" * 10_000_000
    response = as_alice.post(
        reverse(name, args=args), body, content_type="application/x-www-form-urlencoded"
    )

    if name in ("account_signup", "account_login"):  # alice is sent on before it is read
        assert response.status_code in (302, 400)
        response = Client().post(
            reverse(name), body, content_type="application/x-www-form-urlencoded"
        )
    elif name in ("friend_ask", "data_export", "usersessions_list", "unsubscribe", "guest"):
        assert response.status_code in (302, 400)  # these read no field
        return
    assert response.status_code == 400
    assert state() == before


def test_a_thousand_fields_are_too_many(db: None, client: Client) -> None:
    data = {f"f{n}": "x" for n in range(1000)}

    assert client.post(reverse("account_login"), data).status_code == 400


@pytest.mark.parametrize(
    "email",
    ["x" * 250 + "@example.org", "a@" + "b" * 300 + ".org", "no-at", "a@b", "a b@example.org",
     "a@example.org\nBcc: all@example.org", "<a@example.org>"],
)  # fmt: skip
def test_addresses_that_cannot_be_are_refused(
    email: str, alice: User, client: Client, mails: Mails
) -> None:
    for name, data in (
        ("account_signup", signup_data(email=email)),
        ("account_reset_password", {"email": email}),
    ):
        response = client.post(reverse(name), data)
        assert response.status_code == 200
        assert response.context["form"].errors
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    response = client.post(reverse("account_email"), {"action_add": "", "email": email})
    assert response.status_code == 200
    assert ours(User).count() == 1
    assert not mails()


@pytest.mark.parametrize(
    "path",
    ["/account/confirm-email/x/", "/account/confirm-email/é:é:é/",
     "/account/confirm-email/" + "a" * 4000 + "/", "/account/confirm-email/MQ:1abc:sign/",
     "/account/password/reset/key/1-x/", "/account/password/reset/key/zzzzzzzzzzzzz-x-y/",
     "/account/password/reset/key/" + "z" * 3000 + "-x/",
     "/account/password/reset/key/1-set-password/"],
)  # fmt: skip
def test_wrong_tokens_are_a_clear_4xx(path: str, alice: User, client: Client) -> None:
    for response in (client.get(path), client.post(path, {"password1": "a", "password2": "a"})):
        assert response.status_code == 400
        assert "This link doesn’t work".encode() in response.content


@pytest.mark.parametrize(
    "path",
    [
        "/account/data/x.json",
        "/account/sessions/99999999999999999999/end/",
        "/players/a%01b/block/",
    ],
)
def test_impossible_addresses_are_not_found(path: str, as_alice: Client) -> None:
    assert as_alice.post(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/account/login/", {"login": "alice", "password": PASSWORD, "next": "/\x00"}),
        ("/account/password/reset/", {"email": "a@exa\x00mple.org"}),
        ("/account/password/reset/key/1-%00/", {}),
        ("/players/a%00b/block/", {}),
        ("/account/data/%00.json", {}),
    ],
)
def test_a_nul_is_refused_whatever_it_is_for(
    path: str, data: dict[str, str], alice: User, as_alice: Client, mails: Mails
) -> None:
    for client in (Client(), as_alice):
        response = client.post(path, data)
        assert response.status_code == 400
        assert "We couldn’t read that request".encode() in response.content
    assert not mails()
