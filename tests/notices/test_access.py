"""Who may see and do what about notices: one row per address, and none may be missing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.tokens import unsubscribe
from notices.urls import urlpatterns
from tests.accounts.test_access import LOGIN, OPEN, Row, names


def rows() -> list[Row]:
    """What a stranger gets on a page of one's own is their own page."""
    return [
        Row("notices", LOGIN, OPEN, OPEN),
        Row("notices_bell", LOGIN, OPEN, OPEN),
        Row("notices_read", LOGIN, 302, 302, (), "post"),
        Row("notifications", LOGIN, OPEN, OPEN),
        Row("notifications_mute", LOGIN, 302, 302, (), "post", {"about": "match:abc", "on": "1"}),
        Row("notifications_test", LOGIN, 302, 302, (), "post"),
        Row("notifications_mail_again", LOGIN, 302, 302, (), "post"),
        Row("push_subscribe", LOGIN, 404, 404, (), "post"),  # no keys, no pushes
        Row("push_renew", 400, 400, 400, (), "post"),  # the old address is the proof
        Row("push_remove", LOGIN, 404, 404, (1,), "post"),
        Row("webhook", LOGIN, OPEN, OPEN),
        Row("webhook_test", LOGIN, 404, 404, (), "post"),
        Row("webhook_secret", LOGIN, 404, 404, (), "post"),
        Row("webhook_remove", LOGIN, 404, 404, (), "post"),
        Row("calendar_make", LOGIN, OPEN, OPEN, (), "post"),
        Row("calendar_revoke", LOGIN, 302, 302, (), "post"),
        Row("unsubscribe", OPEN, OPEN, OPEN, ("UNSUBSCRIBE",)),
    ]


def url_of(row: Row, alice: User) -> str:
    things = {"UNSUBSCRIBE": unsubscribe(alice, "friends")}
    return reverse(row.name, args=[things.get(arg, arg) for arg in row.args])


def test_it_has_a_row_for_every_address() -> None:
    assert names([*urlpatterns]) == {row.name for row in rows()}


@pytest.mark.parametrize("who", ["anonymous", "owner", "stranger"])
@pytest.mark.parametrize("row", rows(), ids=str)
def test_it_lets_in_whom_it_should(
    row: Row, who: str, alice: User, as_alice: Client, as_charlie: Client
) -> None:
    client = {"anonymous": Client(), "owner": as_alice, "stranger": as_charlie}[who]

    response = getattr(client, row.method)(url_of(row, alice), row.data)

    wanted: Any = getattr(row, who)
    if wanted == LOGIN:
        assert response.status_code == 302
        assert response["Location"].startswith(reverse("account_login")), response["Location"]
    else:
        assert response.status_code == wanted, response.get("Location")


@pytest.mark.parametrize("row", [r for r in rows() if r.method == "post"], ids=str)
def test_it_changes_nothing_on_a_look(row: Row, alice: User, as_alice: Client) -> None:
    assert as_alice.get(url_of(row, alice)).status_code == 405


@pytest.mark.parametrize(
    "row",
    [
        r
        for r in rows()
        if r.name == "notifications" or (r.method == "post" and r.anonymous == LOGIN)
    ],
    ids=str,
)
def test_it_wants_a_token_against_forged_requests(row: Row, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    assert client.post(url_of(row, alice), row.data).status_code == 403


@pytest.mark.parametrize("row", [r for r in rows() if r.method == "get"], ids=str)
def test_pages_of_ones_own_are_kept_by_nobody(row: Row, alice: User, as_alice: Client) -> None:
    assert "no-store" in as_alice.get(url_of(row, alice))["Cache-Control"]
