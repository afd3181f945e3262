from __future__ import annotations

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.conftest import make_player


@pytest.fixture
def as_root(db: None) -> Client:
    client = Client()
    client.force_login(make_player("root-user", is_staff=True, is_superuser=True))
    return client


def test_staff_log_in_where_everybody_does(alice: User, as_alice: Client, client: Client) -> None:
    page = reverse("admin:accounts_user_changelist")

    first = client.get(page)
    assert first["Location"].startswith(reverse("admin:login"))
    assert client.get(first["Location"])["Location"].startswith(reverse("account_login"))
    assert client.post(reverse("admin:login"), {"username": "a", "password": "b"})[
        "Location"
    ].startswith(reverse("account_login"))
    assert as_alice.get(reverse("admin:login")).status_code == 403


def test_it_shows_players_without_their_secrets(as_root: Client, alice: User) -> None:
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")

    listing = as_root.get(reverse("admin:accounts_user_changelist"), {"q": "alice"})
    page = as_root.get(reverse("admin:accounts_user_change", args=[alice.pk])).content.decode()

    assert "alice" in listing.content.decode()
    assert "totp" in page.lower()
    assert "secret" not in page
    assert alice.password not in page


def test_rows_are_neither_added_nor_deleted(as_root: Client, alice: User) -> None:
    assert as_root.get(reverse("admin:accounts_user_add")).status_code == 403
    assert as_root.post(reverse("admin:accounts_user_delete", args=[alice.pk])).status_code == 403


def test_only_a_superuser_hands_out_rights(db: None, alice: User) -> None:
    from django.contrib.auth.models import Permission

    clerk = make_player("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    client = Client()
    client.force_login(clerk)

    client.post(
        reverse("admin:accounts_user_change", args=[clerk.pk]),
        {"is_active": "on", "is_superuser": "on", "is_staff": "on"},
    )

    clerk.refresh_from_db()
    assert not clerk.is_superuser
