"""Every mail about an account: text and HTML, no loose ends, in the reader's language."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts import emails
from accounts.models import User
from mail.rendering import render
from tests.accounts.conftest import Mails

FOLDER = Path(settings.BASE_DIR) / "templates" / "emails"
NAMES = sorted(
    str(path.relative_to(FOLDER)).removesuffix(".html") for path in FOLDER.glob("acc*/*.html")
)
# django-allauth's own, by the names it sends them under
SENT_BY_ALLAUTH = {
    "email_confirmation_signup", "email_confirmation", "account_already_exists", "unknown_account",
    "password_reset_key", "password_reset", "password_changed", "password_set", "email_changed",
    "email_deleted", "totp_activated", "totp_deactivated", "recovery_codes_generated",
    "webauthn_added", "webauthn_removed",
}  # fmt: skip


def facts() -> dict[str, Any]:
    link = "https://nauticus.example/a/link/"
    user = User(username="A&B")
    return {
        "user": user, "asker": User(username="bob"), "email": "o@example.org", "ip": "192.0.2.1",
        "at": timezone.now(), "due": timezone.now() + timedelta(days=7), "link_days": 3,
        "reset_days": 3, "from_email": "a@example.org", "to_email": "b@example.org",
        "deleted_email": "a@example.org", "activate_url": link, "password_reset_url": link,
        "signup_url": link, "cancel_url": link, "friends_url": link,
    }  # fmt: skip


def test_there_is_one_for_everything_allauth_sends() -> None:
    assert {name for name in NAMES if name.startswith("account/")} == {
        f"account/{name}" for name in SENT_BY_ALLAUTH
    }


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_it_says_the_same_in_text_and_html(name: str, language: str) -> None:
    mail = render(name, facts(), language)

    assert mail.subject
    assert "\n" not in mail.subject
    assert "{" not in mail.text
    assert "&amp;" not in mail.text  # plain text is not escaped
    assert ("A&amp;B" in mail.html) == ("A&B" in mail.text)
    for link in re.findall(r"https://nauticus.example/a/\S+", mail.text):
        assert f'href="{link}"' in mail.html


def test_the_reader_decides_language_and_clock(alice: User, mails: Mails) -> None:
    alice.language, alice.time_zone = "fr", "Asia/Tokyo"
    alice.save()

    emails.send_account_mail("password_changed", to=alice.email, context={"ip": "192.0.2.1"})

    (mail,) = mails("password_changed")
    assert mail["headers"]["Content-Language"] == "fr"
    assert "JST" in mail["text"]
    assert timezone.get_current_timezone_name() == "UTC"


def test_nothing_goes_to_an_address_nobody_confirmed(guest: User, mails: Mails) -> None:
    guest.email = "unsure@example.org"
    guest.save()

    assert not emails.send_to_player(guest, "accounts/deletion_cancelled", {})
    assert not mails()
