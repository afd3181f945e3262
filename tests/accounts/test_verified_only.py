"""Whoever types an address has it only once they confirmed it: until then it counts nowhere."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts import emails, sections
from accounts.models import User
from accounts.services import deletion, guests
from outbox.models import Effect
from tests.accounts.conftest import Mails, link_in, paid, signup_data
from tests.conftest import PASSWORD, make_player

ADDRESS = "eve@example.net"


@pytest.fixture
def claimer(guest: User) -> User:
    """A guest who typed Eve's address and never confirmed it."""
    guests.choose_identity(user=guest, username="Claimer", email=ADDRESS, password="not-her-9-x")
    guest.refresh_from_db()
    return guest


def test_a_claimed_address_has_no_owner(claimer: User) -> None:
    assert emails.owner_of(ADDRESS) is None


def test_the_owner_signs_up_as_if_nobody_had_claimed_it(
    claimer: User, client: Client, mails: Mails
) -> None:
    client.post(reverse("account_signup"), signup_data(username="Eve", email=ADDRESS))

    (mail,) = mails(to=ADDRESS)
    assert mail["template"] == "account/email_confirmation_signup"
    link = link_in(mail, "confirm-email")
    client.post(link)
    eve = User.objects.get(username="Eve")
    assert emails.owner_of(ADDRESS) == eve
    assert emails.primary_address(eve) == ADDRESS
    assert EmailAddress.objects.get(user=eve).primary


def test_another_guest_may_keep_the_account_with_it(claimer: User, mails: Mails) -> None:
    other, client = guests.create(), Client()
    client.force_login(other)
    data = {"username": "Eve", "email": ADDRESS, "password1": "tall-ships-9"}

    client.post(reverse("guest_upgrade"), data | paid("upgrade"))

    assert [mail["template"] for mail in mails(to=ADDRESS)] == ["account/email_confirmation_signup"]


def test_no_password_is_reset_by_an_address_nobody_confirmed(
    claimer: User, client: Client, mails: Mails
) -> None:
    client.post(reverse("account_reset_password"), {"email": ADDRESS})

    (mail,) = mails(to=ADDRESS)
    assert mail["template"] == "account/unknown_account"
    assert "Claimer" not in mail["text"]


def test_nobody_logs_in_by_an_address_they_did_not_confirm(claimer: User, client: Client) -> None:
    by_address = {"login": ADDRESS, "password": "not-her-9-x"}

    answer = client.post(reverse("account_login"), by_address)

    assert answer.status_code == 200
    assert "confirmed" in answer.content.decode()
    assert isinstance(client.get("/").wsgi_request.user, AnonymousUser)


def test_ones_data_holds_no_mails_to_an_address_one_only_claimed(claimer: User) -> None:
    eve = make_player("eve2")
    EmailAddress.objects.filter(user=eve).update(email=ADDRESS)
    emails.send_to_player(eve, "accounts/deletion_cancelled", {})
    Effect.objects.update(done_at="2026-11-17T12:00Z")

    assert sections.mails(claimer) == []
    assert [row["to"] for row in sections.mails(eve)] == [ADDRESS]


def test_deleting_a_claimer_forgets_nothing_of_the_owner(claimer: User) -> None:
    eve = make_player("eve2")
    EmailAddress.objects.filter(user=eve).update(email=ADDRESS)
    emails.send_to_player(eve, "accounts/deletion_cancelled", {})
    Effect.objects.update(done_at="2026-11-17T12:00Z")

    deletion.anonymise(user=claimer)

    assert len(sections.mails(eve)) == 1


def test_deleting_a_claimer_forgets_what_was_sent_for_them(claimer: User) -> None:
    emails.send_account_mail("email_confirmation_signup", to=ADDRESS, context={"user": claimer})
    Effect.objects.update(done_at="2026-11-17T12:00Z")

    deletion.anonymise(user=claimer)

    assert not Effect.objects.filter(payload__to=ADDRESS).exists()


def test_news_about_the_account_goes_to_no_address_nobody_confirmed(
    claimer: User, mails: Mails, rf: object
) -> None:
    from allauth.account.adapter import get_adapter
    from allauth.core.context import request_context

    request = Client().get("/").wsgi_request
    with request_context(request):
        get_adapter(request).send_notification_mail("account/email/password_changed", claimer)

    assert mails(to=ADDRESS) == []


def test_staff_see_that_an_address_is_only_claimed(claimer: User) -> None:
    User.objects.create_superuser("chief", "chief@example.org", PASSWORD)
    client = Client()
    client.force_login(User.objects.get(username="chief"))

    page = client.get("/admin/accounts/user/", {"q": ADDRESS}).content.decode()

    assert f"{ADDRESS} (not confirmed)" in page


def test_of_two_who_confirm_the_same_address_one_gets_it(
    claimer: User, client: Client, mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both links were open, and neither saw the other's confirmation."""
    row = EmailAddress.objects.get(user=claimer)
    key = EmailConfirmationHMAC(row).key
    owner = make_player("eve2")
    EmailAddress.objects.filter(user=owner).update(email=ADDRESS)
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda self: True)

    answer = client.post(reverse("account_confirm_email", args=[key]))

    assert answer.status_code == 400
    assert emails.owner_of(ADDRESS) == owner
