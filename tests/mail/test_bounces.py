"""A bounce is believed only at the signed address of the mail it is about."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from mail import bounces, return_path, selectors
from mail.models import AddressState
from outbox.models import Effect
from outbox.services import run
from tests.mail.sink import Sink

pytestmark = pytest.mark.django_db
ALICE, BOB = "alice@example.org", "bob@example.org"
DOMAIN = "bounces.nauticus.example"


@pytest.fixture
def effect(sink: Sink, news: Callable[..., Effect], settings: Any) -> Effect:
    settings.MAIL_BOUNCE_DOMAIN = DOMAIN
    made = news()
    assert run(made.pk) is True
    return made


def dsn(
    *,
    to: str = "",
    recipient: str = ALICE,
    action: str = "failed",
    status: str = "5.1.1",
    head: str = "",
    kind: str = "multipart/report; report-type=delivery-status",
    original: str = "",
) -> bytes:
    more = f"Original-Recipient: rfc822;{original}\n" if original else ""
    return f"""\
Return-Path: <>
From: MAILER-DAEMON@mx.example.org
To: {to}
{head}Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: {kind}; boundary="edge"

--edge
Content-Type: text/plain

I'm sorry.

--edge
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Wed, 18 Nov 2026 06:00:00 +0000

Final-Recipient: rfc822; {recipient}
{more}Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 no such user

--edge
Content-Type: message/rfc822

Subject: Your turn
To: {ALICE}

Ahoy
--edge--
""".encode()


def signed(effect: Effect) -> str:
    return return_path.address_for(effect.pk)


def test_every_mail_has_a_return_path_of_its_own(sink: Sink, effect: Effect) -> None:
    (arrived,) = sink.received

    assert arrived.sender == signed(effect)
    assert arrived.sender.startswith(f"bounce+{effect.pk}.")
    assert arrived.sender.endswith(f"@{DOMAIN}")
    assert len(arrived.sender.partition("@")[0]) <= 64
    assert arrived.mail["From"] == "Nauticus <harbour@nauticus.example>"
    assert return_path.effect_of(arrived.sender.upper()) == effect.pk


def test_without_a_domain_mail_returns_to_its_sender(
    sink: Sink, news: Callable[..., Effect]
) -> None:
    run(news().pk)

    assert sink.received[0].sender == "harbour@nauticus.example"
    assert return_path.effect_of("bounce+1.000000000000000000000000@") is None


def test_no_such_user_is_noted(effect: Effect) -> None:
    assert bounces.note(dsn(), recipient=signed(effect)) == "noted"

    assert selectors.is_off(ALICE)
    found = selectors.delivery(effect.pk)
    assert found is not None
    assert (found.state, found.reason) == ("bounced", "5.1.1")
    assert bounces.note(dsn(), recipient=signed(effect)) == "ignored: said before"


@pytest.mark.parametrize("header", ["Delivered-To", "X-Original-To", "To"])
def test_the_headers_may_say_where_it_arrived(effect: Effect, header: str) -> None:
    if header == "To":
        raw = dsn(to=f"<{signed(effect)}>")
    else:
        raw = dsn(to="postmaster@nauticus.example", head=f"{header}: {signed(effect)}\n")

    assert bounces.note(raw) == "noted"


@pytest.mark.parametrize(
    ("action", "status"),
    [("delayed", "4.4.7"), ("delayed", "5.1.1"), ("failed", "4.2.2"), ("delivered", "2.0.0"),
     ("failed", ""), ("failed", "no"), ("relayed", "5.1.1")],
)  # fmt: skip
def test_what_is_not_for_good_changes_nothing(effect: Effect, action: str, status: str) -> None:
    raw = dsn(action=action, status=status)

    assert bounces.note(raw, recipient=signed(effect)) == "ignored: not for good"
    assert not AddressState.objects.exists()


def test_a_forged_signature_changes_nothing(effect: Effect) -> None:
    name, _, domain = signed(effect).partition("@")
    start, dot, signature = name.partition(".")
    turned = ("0" if signature[0] != "0" else "1") + signature[1:]
    forged = [
        f"{start}{dot}{turned}@{domain}",
        f"bounce+{effect.pk + 1}.{signature}@{domain}",
        f"{start}{dot}{signature[:-1]}@{domain}",
        f"{start}@{domain}",
        f"{name}@elsewhere.example",
        f"{name}@{domain}\n{name}@{domain}",
        "bounce+99999999999999999999999999.0@" + domain,
        "postmaster@" + domain,
    ]

    for address in forged:
        assert bounces.note(dsn(), recipient=address) == "ignored: not signed by us"
    # A given recipient is the truth; what stands in the mail doesn't make up for it.
    raw = dsn(to=signed(effect))
    assert bounces.note(raw, recipient=forged[0]) == "ignored: not signed by us"
    assert not AddressState.objects.exists()


def test_a_bounce_about_somebody_else_changes_nothing(
    effect: Effect, news: Callable[..., Effect]
) -> None:
    run(news(to=BOB).pk)

    assert bounces.note(dsn(recipient=BOB), recipient=signed(effect)) == (
        "ignored: about somebody else"
    )
    assert not AddressState.objects.exists()
    assert not selectors.is_off(ALICE)
    assert not selectors.is_off(BOB)


def test_a_forwarded_mail_is_known_by_its_original_recipient(effect: Effect) -> None:
    raw = dsn(recipient="alice@elsewhere.example", original="alice@example.org")

    assert bounces.note(raw, recipient=signed(effect)) == "noted"


def test_an_address_with_a_plus_is_read_either_way(
    sink: Sink, news: Callable[..., Effect], settings: Any
) -> None:
    settings.MAIL_BOUNCE_DOMAIN = DOMAIN
    for written in ("alice+AB@example.org", "alice+2BAB@example.org"):
        made = news(to="alice+AB@example.org")
        run(made.pk)

        assert bounces.note(dsn(recipient=written, status="5.2.2"), recipient=signed(made)) == (
            "noted"
        )


def test_the_signature_of_an_unknown_mail_changes_nothing(effect: Effect) -> None:
    address = return_path.address_for(effect.pk + 1000)

    assert bounces.note(dsn(), recipient=address) == "ignored: unknown mail"
    assert not AddressState.objects.exists()


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        b"Subject: I am away until Monday\n\nBack soon.",
        dsn(kind="multipart/mixed"),
        dsn(kind="text/plain"),
        dsn().partition(b"Final-Recipient")[0],
        b"Content-Type: multipart/report; boundary=x\n\n--x\nContent-Type: "
        b"message/delivery-status\n\n\xff\xff\n--x--\n",
    ],
)
def test_what_is_no_report_changes_nothing(effect: Effect, raw: bytes) -> None:
    assert bounces.note(raw, recipient=signed(effect)) == "ignored: no report"
    assert not AddressState.objects.exists()


def test_a_recipient_that_is_no_text_is_somebody_else(effect: Effect) -> None:
    raw = dsn().replace(b"alice@example.org\nAction", b"\xff\xfe@example.org\nAction")

    assert bounces.note(raw, recipient=signed(effect)) == "ignored: about somebody else"


def test_a_mail_nested_without_end_is_put_aside(effect: Effect) -> None:
    deep = "".join(
        f'Content-Type: multipart/report; boundary="b{n}"\n\n--b{n}\n' for n in range(5000)
    )

    assert bounces.note(deep.encode(), recipient=signed(effect)).startswith("ignored: ")
    assert not AddressState.objects.exists()


def read_bounce(raw: bytes, *arguments: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(raw)))
    said = io.StringIO()
    call_command("read_bounce", *arguments, stdout=said)
    return said.getvalue().strip()


def test_the_command_reads_one_mail(effect: Effect, monkeypatch: pytest.MonkeyPatch) -> None:
    forged = f"bounce+{effect.pk}.{'0' * 24}@{DOMAIN}"
    said = read_bounce(dsn(), forged, monkeypatch=monkeypatch)
    assert said == "ignored: not signed by us"
    assert read_bounce(dsn(), signed(effect), monkeypatch=monkeypatch) == "noted"
    said = read_bounce(dsn(to=signed(effect)), monkeypatch=monkeypatch)
    assert said == "ignored: said before"


def test_while_the_database_is_away_the_mail_server_keeps_it(
    effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any, **kwargs: Any) -> str:
        raise OperationalError

    monkeypatch.setattr(bounces, "note", away)

    with pytest.raises(CommandError) as refused:
        read_bounce(dsn(), signed(effect), monkeypatch=monkeypatch)
    assert refused.value.returncode == 75


def test_the_script_for_the_mail_server_reads_standard_input(tmp_path: Path) -> None:
    env_file = tmp_path / "env"
    env_file.write_text(f"MAIL_BOUNCE_DOMAIN={DOMAIN}\nLOG_LEVEL=ERROR\n")
    script = Path(__file__).resolve().parents[2] / "deploy" / "read-bounce.sh"

    done = subprocess.run(
        [script, f"bounce+1.{'0' * 24}@{DOMAIN}"],
        input=dsn(),
        env={**os.environ, "NAUTICUS_ENV": str(env_file), "PYTHON": sys.executable},
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().strip() == "ignored: not signed by us"
