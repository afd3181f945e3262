"""Sign up, confirm, log in, reset: and nobody learns who has an account."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import Mails, link_in, signup_data
from tests.conftest import PASSWORD
from tests.strangers import ours

SIGNUP = "account_signup"


def test_it_walks_from_sign_up_to_logged_in(db: None, client: Client, mails: Mails) -> None:
    response = client.post(
        reverse(SIGNUP), signup_data(time_zone="Europe/Paris"), HTTP_ACCEPT_LANGUAGE="fr"
    )

    assert response["Location"] == reverse("account_email_verification_sent")
    user = ours(User).get()
    assert (user.username, user.language, user.time_zone) == ("Marlow", "fr", "Europe/Paris")
    assert "_auth_user_id" not in client.session

    (mail,) = mails("email_confirmation_signup")
    assert mail["to"] == "marlow@example.org"
    assert mail["headers"]["Content-Language"] == "fr"
    link = link_in(mail, "confirm-email")
    assert link in mail["html"]
    assert b"marlow@example.org" in client.get(link).content
    assert not ours(EmailAddress).get().verified  # a look is not a click

    client.post(link)

    assert ours(EmailAddress).get().verified
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_link_opened_elsewhere_confirms_but_does_not_log_in(
    db: None, client: Client, mails: Mails
) -> None:
    client.post(reverse(SIGNUP), signup_data())
    elsewhere = Client()

    response = elsewhere.post(link_in(mails()[0], "confirm-email"))

    assert response["Location"] == reverse("account_login")
    assert "_auth_user_id" not in elsewhere.session
    assert ours(EmailAddress).get().verified


def test_a_confirmation_link_works_once_and_not_for_ever(
    db: None, client: Client, mails: Mails
) -> None:
    client.post(reverse(SIGNUP), signup_data())
    link = link_in(mails()[0], "confirm-email")

    with time_machine.travel(4 * 86400 + __import__("time").time(), tick=False):
        assert client.post(link).status_code == 400
    assert not ours(EmailAddress).get().verified

    assert client.post(link).status_code == 302
    assert client.post(link).status_code == 400
    assert Client().get(link).status_code == 400


@pytest.mark.parametrize("known", [True, False])
def test_sign_up_answers_alike_for_known_and_unknown_addresses(
    known: bool, alice: User, client: Client, mails: Mails
) -> None:
    email = alice.email if known else "new@example.org"

    response = client.post(reverse(SIGNUP), signup_data(email=email), follow=True)

    assert response.redirect_chain == [(reverse("account_email_verification_sent"), 302)]
    page = response.content.decode().replace(email, "…")
    assert "Check your inbox" in page
    (mail,) = mails(to=email)
    wanted = "account_already_exists" if known else "email_confirmation_signup"
    assert mail["template"] == f"account/{wanted}"
    assert ours(User).count() == (1 if known else 2)


@pytest.mark.parametrize("known", [True, False])
def test_reset_answers_alike_for_known_and_unknown_addresses(
    known: bool, alice: User, client: Client, mails: Mails
) -> None:
    email = alice.email if known else "new@example.org"

    response = client.post(reverse("account_reset_password"), {"email": email})

    assert response["Location"] == reverse("account_reset_password_done")
    (mail,) = mails(to=email)
    wanted = "password_reset_key" if known else "unknown_account"
    assert mail["template"] == f"account/{wanted}"


def test_a_wrong_log_in_says_the_same_for_known_and_unknown_names(
    alice: User, client: Client
) -> None:
    said = []
    for name in ("alice", "nobody-here"):
        response = client.post(reverse("account_login"), {"login": name, "password": "wrong"})
        said.append(str(response.context["form"].non_field_errors()))

    assert said[0] == said[1] != ""


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_it_logs_in_by_name_or_address(login: str, alice: User, client: Client) -> None:
    response = client.post(reverse("account_login"), {"login": login, "password": PASSWORD})

    assert response.status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/x", "/\\evil.example", "javascript:alert(1)",
     "http:///evil.example", "\thttps://evil.example", "https:evil.example"],
)  # fmt: skip
@pytest.mark.parametrize("form", ["account_login", "guest", "account_logout", "friend_remove"])
def test_it_never_leads_elsewhere(
    form: str, target: str, alice: User, bob: User, client: Client
) -> None:
    data: dict[str, Any] = {"next": target, "login": "alice", "password": PASSWORD}
    if form in ("account_logout", "friend_remove"):
        client.force_login(alice)
    url = reverse(form, args=["bob"] if form == "friend_remove" else [])

    response = client.post(url, data)

    assert response.status_code == 302
    assert response["Location"] in ("/", reverse("home"), reverse("friends"))


def test_a_reset_link_works_once(alice: User, client: Client, mails: Mails) -> None:
    client.post(reverse("account_reset_password"), {"email": alice.email})
    link = link_in(mails("password_reset_key")[0], "reset/key")

    form = client.get(link)["Location"]
    done = client.post(form, {"password1": "brass-and-rope", "password2": "brass-and-rope"})

    assert done["Location"] == reverse("account_reset_password_from_key_done")
    alice.refresh_from_db()
    assert alice.check_password("brass-and-rope")
    assert mails("password_reset", to=alice.email)[-1]["template"] == "account/password_reset"
    assert client.get(link).status_code == 400
    assert Client().get(link).status_code == 400


def test_a_new_password_ends_all_other_sessions(
    alice: User, as_alice: Client, mails: Mails
) -> None:
    other = Client()
    other.force_login(alice)

    as_alice.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": "brass-and-rope", "password2": "brass-and-rope"},
    )

    assert as_alice.get(reverse("preferences")).status_code == 200
    assert other.get(reverse("preferences")).status_code == 302
    assert mails("password_changed", to=alice.email)


def test_a_new_address_must_be_confirmed_and_the_old_one_is_told(
    alice: User, client: Client, mails: Mails
) -> None:
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("account_email"), {"action_add": "", "email": "alice@new.example"})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"

    client.post(link_in(mails(to="alice@new.example")[0], "confirm-email"))

    alice.refresh_from_db()
    assert alice.email == "alice@new.example"
    assert [m["template"] for m in mails(to="alice@example.org")] == ["account/email_changed"]
    assert ours(EmailAddress).get().email == "alice@new.example"


def test_two_who_take_the_same_name_at_once_do_not_crash(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts import selectors

    honest = selectors.is_name_closed
    User.objects.create_user("Marlow", "first@example.org", "x")
    answers = iter([False])
    monkeypatch.setattr(
        selectors, "is_name_closed", lambda n, **k: next(answers, None) or honest(n)
    )
    monkeypatch.setattr(
        "allauth.account.internal.userkit.filter_users_by_username",
        lambda *names: User.objects.none(),
    )

    response = client.post(reverse(SIGNUP), signup_data())

    assert response.status_code == 200
    assert ours(User).count() == 1
