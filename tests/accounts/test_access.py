"""Who may see and do what: one row per address, and none may be missing."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any

import pytest
from allauth.urls import urlpatterns as allauth_patterns
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

from accounts.models import DataExport, User
from accounts.tokens import cancel_deletion, never_again
from accounts.urls import urlpatterns as own_patterns

LOGIN = "→login"
OPEN = 200


@dataclass(frozen=True)
class Row:
    """What anonymous, the owner (alice) and a stranger (charlie) get."""

    name: str
    anonymous: Any
    owner: Any
    stranger: Any
    args: tuple[Any, ...] = ()
    method: str = "get"
    data: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


def rows() -> list[Row]:
    """A stranger's answer on a page of one's own is that of their own page."""
    mine = [(name, "get") for name in (
        "preferences", "friends", "data_export", "delete_account", "usersessions_list",
        "account_email", "account_change_password", "mfa_index", "mfa_list_webauthn",
    )]  # fmt: skip
    table = [Row(name, LOGIN, OPEN, OPEN, method=method) for name, method in mine]
    table += [
        Row("profile", OPEN, OPEN, OPEN, ("alice",)),
        Row("player_flag", OPEN, OPEN, OPEN, ("alice",)),
        Row("friend_ask", LOGIN, 409, 302, ("alice",), "post"),
        Row("friend_accept", LOGIN, 409, 409, ("alice",), "post"),
        Row("friend_decline", LOGIN, 409, 409, ("alice",), "post"),
        Row("friend_remove", LOGIN, 302, 302, ("alice",), "post"),
        Row("player_block", LOGIN, 409, 302, ("alice",), "post"),
        Row("player_unblock", LOGIN, 302, 302, ("alice",), "post"),
        Row("data_export_file", LOGIN, OPEN, 404, ("EXPORT",)),
        Row("keep_account", LOGIN, 302, 302, (), "post"),
        Row("cancel_deletion", OPEN, OPEN, OPEN, ("CANCEL",)),
        Row("session_end", LOGIN, 302, 404, ("SESSION",), "post"),
        Row("never_again", OPEN, OPEN, OPEN, ("NEVER",)),
        Row("guest", 302, 302, 302, (), "post"),
        Row("guest_upgrade", LOGIN, 302, 302),
        Row("demo_become", 404, 404, 404, (), "post", {"player": "alice"}),
        Row("account_signup", OPEN, 302, 302),
        Row("account_login", OPEN, 302, 302),
        Row("account_logout", 302, OPEN, OPEN),
        Row("account_inactive", OPEN, OPEN, OPEN),
        Row("account_reauthenticate", LOGIN, OPEN, OPEN),
        Row("account_email_verification_sent", OPEN, OPEN, OPEN),
        Row("account_confirm_email", 400, 400, 400, ("wrong:key",)),
        Row("account_set_password", LOGIN, 302, 302),
        Row("account_reset_password", OPEN, OPEN, OPEN),
        Row("account_reset_password_done", OPEN, OPEN, OPEN),
        Row("account_reset_password_from_key", 400, 400, 400, ("1", "wrong-key")),
        Row("account_reset_password_from_key_done", OPEN, OPEN, OPEN),
        Row("account_confirm_login_code", 302, 302, 302),
        Row("mfa_authenticate", 302, 302, 302),
        Row("mfa_reauthenticate", LOGIN, OPEN, 302),
        Row("mfa_reauthenticate_webauthn", LOGIN, 302, 302),
        Row("mfa_login_webauthn", 302, 302, 302),
        # changes to what protects the account ask who is there first
        Row("mfa_activate_totp", LOGIN, 302, 302),
        Row("mfa_deactivate_totp", LOGIN, 302, 404),
        Row("mfa_add_webauthn", LOGIN, 302, 302),
        Row("mfa_remove_webauthn", LOGIN, 302, 302, ("KEY",)),
        Row("mfa_edit_webauthn", LOGIN, 302, 302, ("KEY",)),
        Row("mfa_generate_recovery_codes", LOGIN, 302, 302),
        Row("mfa_view_recovery_codes", LOGIN, 302, 404),
        Row("mfa_download_recovery_codes", LOGIN, 302, 404),
    ]
    return table


def names(patterns: list[URLPattern | URLResolver]) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            found |= names(pattern.url_patterns)
        elif pattern.name:
            found.add(pattern.name)
    return found


def test_it_has_a_row_for_every_address() -> None:
    assert names([*own_patterns, *allauth_patterns]) == {row.name for row in rows()}


@pytest.fixture
def things(alice: User, as_alice: Client) -> dict[str, Any]:
    """What belongs to alice."""
    from datetime import timedelta

    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP
    from django.utils import timezone

    from accounts import exports

    as_alice.get(reverse("usersessions_list"))
    later = timezone.now() + timedelta(days=1)
    export = DataExport.objects.create(user=alice, state="ready", expires_at=later)
    exports._write(exports.path_of(export.code), {})
    totp = TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(alice)
    alice.deletion_due = later
    alice.save()
    return {
        "EXPORT": export.code,
        "KEY": totp.instance.pk,
        "SESSION": UserSession.objects.create(
            user=alice, session_key=uuid.uuid4().hex, ip="127.0.0.1"
        ).pk,
        "CANCEL": cancel_deletion(alice),
        "NEVER": never_again("00" * 32),
    }


@pytest.mark.parametrize("who", ["anonymous", "owner", "stranger"])
@pytest.mark.parametrize("row", rows(), ids=str)
def test_it_lets_in_whom_it_should(
    row: Row, who: str, things: dict[str, Any], as_alice: Client, as_charlie: Client
) -> None:
    client = {"anonymous": Client(), "owner": as_alice, "stranger": as_charlie}[who]
    url = reverse(row.name, args=[things.get(arg, arg) for arg in row.args])

    response = getattr(client, row.method)(url, row.data)

    wanted = getattr(row, who)
    if wanted == LOGIN:
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login")), response["Location"]
    else:
        assert response.status_code == wanted, response.get("Location")


@pytest.mark.parametrize("row", [r for r in rows() if r.method == "post"], ids=str)
def test_it_changes_nothing_on_a_look(row: Row, things: dict[str, Any], as_alice: Client) -> None:
    url = reverse(row.name, args=[things.get(arg, arg) for arg in row.args])

    assert as_alice.get(url).status_code == 405


@pytest.mark.parametrize("row", [r for r in rows() if r.method == "post"], ids=str)
def test_it_wants_a_token_against_forged_requests(
    row: Row, things: dict[str, Any], alice: User
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    url = reverse(row.name, args=[things.get(arg, arg) for arg in row.args])

    assert client.post(url, row.data).status_code == 403
