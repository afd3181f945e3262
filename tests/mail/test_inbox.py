"""The local inbox is for someone at this machine, whoever they are on the site."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mail.models import LocalMail

pytestmark = pytest.mark.django_db


@pytest.fixture
def mail() -> LocalMail:
    return LocalMail.objects.create(
        message_id="<1@x>",
        sender="harbour@example.org",
        recipients=["alice@example.org"],
        subject="Confirm <your> address",
        text="Open http://127.0.0.1:8000/confirm/",
        html="<p>Open <script>alert(1)</script></p>",
        headers={"Auto-Submitted": "auto-generated"},
    )


def addresses(mail: LocalMail) -> list[str]:
    return [
        reverse("inbox"),
        reverse("inbox_message", args=[mail.pk]),
        reverse("inbox_message_html", args=[mail.pk]),
    ]


def test_anyone_at_this_machine_reads_it(
    mail: LocalMail, client: Client, as_alice: Client, as_charlie: Client
) -> None:
    for reader in (client, as_alice, as_charlie):
        for address in addresses(mail):
            assert reader.get(address).status_code == 200


@pytest.mark.parametrize(
    "meta",
    [
        {"REMOTE_ADDR": "203.0.113.9"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
    ],
)
def test_nobody_elsewhere_does(mail: LocalMail, client: Client, meta: dict[str, Any]) -> None:
    for address in addresses(mail):
        assert client.get(address, **meta).status_code == 404


def test_it_is_gone_where_there_is_a_mail_server(
    mail: LocalMail, client: Client, settings: Any
) -> None:
    settings.LOCAL_INBOX = False
    for address in addresses(mail):
        assert client.get(address).status_code == 404


def test_it_can_show_the_mail_of_one_address(mail: LocalMail, client: Client) -> None:
    assert b"Confirm &lt;your&gt; address" in client.get("/inbox/?to=alice@example.org").content
    assert b"Confirm" not in client.get("/inbox/?to=bob@example.org").content


def test_the_html_of_a_mail_runs_nothing(mail: LocalMail, client: Client) -> None:
    answer = client.get(reverse("inbox_message_html", args=[mail.pk]))

    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
