from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.names import is_reserved
from accounts.services import guests
from tests.accounts.conftest import Mails, link_in, paid
from tests.conftest import PASSWORD
from tests.strangers import ours

UPGRADE = "guest_upgrade"


def identity(**changes: str) -> dict[str, str]:
    data = {"username": "Marlow", "email": "marlow@example.org", "password1": "tall-ships-9"}
    return data | paid("upgrade") | changes


def test_one_click_is_enough(db: None, client: Client) -> None:
    response = client.post(reverse("guest"), {"next": "/play/", "time_zone": "Europe/Rome"})

    assert response["Location"] == "/play/"
    user = ours(User).get()
    assert user.is_guest
    assert user.username.startswith("Guest-")
    assert user.time_zone == "Europe/Rome"
    assert not user.has_usable_password()
    assert client.session["_auth_user_id"] == str(user.pk)
    assert UserSession.objects.filter(user=user).exists()
    assert "You’re playing as a guest" in client.get(reverse("preferences")).content.decode()


def test_a_french_guest_has_a_french_name(db: None, client: Client) -> None:
    client.post(reverse("guest"), headers={"accept-language": "fr"})

    user = ours(User).get()
    assert user.username.startswith("Invité-")
    assert not user.has_chosen_name
    assert user.username in client.get(user.get_absolute_url()).content.decode()
    assert is_reserved("Invite-7f3a")


def test_a_second_click_makes_no_second_guest(db: None, client: Client) -> None:
    client.post(reverse("guest"))
    client.post(reverse("guest"))

    assert ours(User).count() == 1


def test_a_guest_becomes_a_player_on_the_same_row(
    guest: User, as_guest: Client, mails: Mails
) -> None:
    as_guest.post(reverse(UPGRADE), identity())

    guest.refresh_from_db()
    assert guest.username == "Marlow"
    assert guest.is_guest  # until the address is confirmed
    assert b"marlow@example.org" in as_guest.get(reverse(UPGRADE)).content

    as_guest.post(link_in(mails("email_confirmation_signup")[0], "confirm-email"))

    guest.refresh_from_db()
    assert not guest.is_guest
    assert as_guest.session["_auth_user_id"] == str(guest.pk)
    login = Client().post(reverse("account_login"), {"login": "marlow", "password": "tall-ships-9"})
    assert login.status_code == 302


@pytest.mark.parametrize("known", [True, False])
def test_it_answers_alike_for_known_and_unknown_addresses(
    known: bool, alice: User, guest: User, as_guest: Client, mails: Mails
) -> None:
    email = alice.email if known else "new@example.org"

    response = as_guest.post(reverse(UPGRADE), identity(email=email), follow=True)

    assert response.redirect_chain == [(reverse(UPGRADE), 302)]
    assert f"We’ve sent an e-mail to {email}" in response.content.decode()
    (mail,) = mails(to=email)
    wanted = "account_already_exists" if known else "email_confirmation_signup"
    assert mail["template"] == f"account/{wanted}"


@pytest.mark.parametrize("known", [True, False])
def test_the_mail_is_sent_again_but_not_at_once(
    known: bool, alice: User, as_guest: Client, mails: Mails
) -> None:
    email = alice.email if known else "new@example.org"
    now = timezone.now()

    def ask(data: dict[str, str], minutes: int) -> list[str]:
        with time_machine.travel(now + timedelta(minutes=minutes), tick=False):
            page = as_guest.post(reverse(UPGRADE), data, follow=True)
        return [str(message) for message in page.context["messages"]]

    way, again = f"We’ve sent an e-mail to {email}.", "We’ve sent the e-mail again."
    assert ask(identity(email=email), 0) == [way]
    assert ask({"resend": "1"}, 1) == [again]  # which the first one is
    assert len(mails(to=email)) == 1
    assert ask({"resend": "1"}, 4) == [way, again]
    assert len(mails(to=email)) == 2
    assert len({mail["template"] for mail in mails(to=email)}) == 1


def test_somebody_elses_address_stays_theirs(alice: User, as_guest: Client) -> None:
    as_guest.post(reverse(UPGRADE), identity(email=alice.email))

    login = Client()
    login.post(reverse("account_login"), {"login": alice.email, "password": "tall-ships-9"})
    assert "_auth_user_id" not in login.session
    login.post(reverse("account_login"), {"login": alice.email, "password": PASSWORD})
    assert login.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", "alice"), ("username", "admin"), ("username", "x\x01yz"), ("email", "nonsense"),
     ("email", "a" * 300 + "@example.org"), ("password1", "12345678"), ("toll_work", "")],
)  # fmt: skip
def test_bad_choices_change_nothing(
    field: str, value: str, alice: User, guest: User, as_guest: Client, mails: Mails
) -> None:
    response = as_guest.post(reverse(UPGRADE), identity(**{field: value}))

    assert response.status_code == 422
    guest.refresh_from_db()
    assert guest.username.startswith("Guest-")
    assert not mails()


@pytest.mark.parametrize(
    "name", ["account_email", "account_change_password", "mfa_index", "mfa_activate_totp",
             "mfa_add_webauthn", "account_signup"],
)  # fmt: skip
def test_guests_are_led_to_the_page_that_keeps_the_account(name: str, as_guest: Client) -> None:
    assert as_guest.get(reverse(name))["Location"] == reverse(UPGRADE)


def test_idle_guests_are_forgotten(guest: User, alice: User, settings: Any) -> None:
    busy = guests.create()
    later = timezone.now() + settings.GUEST_LIFETIME + timedelta(hours=1)
    User.objects.filter(pk=busy.pk).update(last_seen=later)

    with time_machine.travel(later):
        assert guests.expire() == 1
        assert guests.expire() == 0

    assert set(ours(User).all()) == {busy, alice}


def test_a_guest_who_is_still_needed_stays(
    guest: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.GUEST_KEEPERS = ["tests.accounts.test_guests.keep_all"]

    with time_machine.travel(timezone.now() + timedelta(days=60)):
        assert guests.expire() == 0

    assert User.objects.filter(pk=guest.pk).exists()


def keep_all(ids: set[int]) -> set[int]:
    return ids


def test_a_sign_up_nobody_confirmed_is_forgotten_too(alice: User, settings: Any) -> None:
    nobody = User.objects.create_user("Nobody1", "n@example.org", "x")
    EmailAddress.objects.create(user=nobody, email="n@example.org", verified=False)

    with time_machine.travel(timezone.now() + settings.UNCONFIRMED_LIFETIME + timedelta(hours=1)):
        guests.expire()

    assert list(ours(User).all()) == [alice]


def test_a_guest_whose_finished_games_others_need_loses_the_name_only(
    guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def protected(self: User, *args: Any, **kwargs: Any) -> None:
        raise ProtectedError("a seat", {self})

    monkeypatch.setattr(User, "delete", protected)

    with time_machine.travel(timezone.now() + timedelta(days=60)):
        assert guests.expire() == 1
        assert guests.expire() == 0

    assert User.objects.get(pk=guest.pk).is_former
