"""A mail is rendered with its cause, sent at least once, and arrives once."""

from __future__ import annotations

import re
import smtplib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail as outgoing
from django.core.mail import EmailMessage
from django.utils import timezone

from mail import services
from mail.backends import LocalInbox
from mail.models import LocalMail
from outbox.models import Effect
from outbox.services import run

pytestmark = pytest.mark.django_db


def queue(**fields: Any) -> Effect:
    given = {"template": "hello", "to": "alice@example.org", "context": {"name": "Alice & Co"}}
    return services.queue(**{**given, "language": "en", **fields})


def test_it_has_a_text_and_an_html_body_with_inlined_style(templates: Path) -> None:
    run(queue().pk)

    sent = outgoing.outbox[0]
    assert isinstance(sent, outgoing.EmailMultiAlternatives)
    assert sent.to == ["alice@example.org"]
    assert sent.body.startswith("Ahoy Alice & Co\n\n--\n")
    html, kind = sent.alternatives[0]
    assert kind == "text/html"
    assert "<h1 style=" in str(html)
    assert "Ahoy Alice &amp; Co" in str(html)


def test_a_subject_is_one_line(templates: Path) -> None:
    run(queue(context={"name": "Alice\r\nBcc: eve@example.org"}).pk)

    assert outgoing.outbox[0].subject == "Hello Alice Bcc: eve@example.org"


def test_every_attempt_bears_the_same_message_id(templates: Path) -> None:
    effect = queue()

    first, second = services.message_id(effect), services.message_id(Effect.objects.get())

    assert first == second
    assert first != services.message_id(queue())


def test_unsubscribing_takes_one_click(templates: Path) -> None:
    run(queue(unsubscribe_url="http://127.0.0.1:8000/unsubscribe/x/").pk)

    sent = outgoing.outbox[0]
    assert sent.extra_headers["List-Unsubscribe"] == "<http://127.0.0.1:8000/unsubscribe/x/>"
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "http://127.0.0.1:8000/unsubscribe/x/" in sent.body


def test_a_sent_mail_leaves_no_link_behind(templates: Path) -> None:
    effect = queue()
    run(effect.pk)

    effect.refresh_from_db()
    assert effect.payload == {"template": "hello", "to": "alice@example.org"}


@pytest.mark.parametrize(("code", "given_up"), [(550, True), (500, True), (499, False)])
def test_a_refused_address_is_not_tried_for_ever(
    templates: Path, monkeypatch: pytest.MonkeyPatch, code: int, given_up: bool
) -> None:
    def refuse(*args: Any, **kwargs: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({"alice@example.org": (code, b"no")})

    monkeypatch.setattr(outgoing.EmailMultiAlternatives, "send", refuse)
    effect = queue()
    run(effect.pk)

    effect.refresh_from_db()
    assert (effect.given_up_at is not None) is given_up
    assert "Ahoy" in effect.payload["text"]


def test_the_local_inbox_keeps_one_of_each_message_id() -> None:
    message = EmailMessage("Hello", "Ahoy", to=["a@example.org"], headers={"Message-ID": "<1@x>"})

    LocalInbox().send_messages([message])
    LocalInbox().send_messages([message])
    LocalInbox().send_messages([EmailMessage("Plain", "No id", to=["b@example.org"])])

    assert list(LocalMail.objects.order_by("pk").values_list("subject", flat=True)) == [
        "Hello",
        "Plain",
    ]


def test_it_waits_for_its_time_and_is_queued_once(templates: Path) -> None:
    when = timezone.now() + timedelta(hours=1)
    effect = queue(key="mail:1", due_at=when)

    assert queue(key="mail:1") == effect
    assert (effect.kind, effect.due_at, effect.lane) == ("mail", when, "fast")
    assert run(effect.pk) is False
    assert not outgoing.outbox


def test_it_says_who_speaks_and_in_which_language(templates: Path, settings: Any) -> None:
    settings.SITE_URL = "https://nauticus.example"
    effect = queue(language="fr")
    run(effect.pk)

    headers = outgoing.outbox[0].extra_headers
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["Content-Language"] == "fr"
    assert "List-Unsubscribe" not in headers
    effect.refresh_from_db()
    assert headers["Message-ID"] == services.message_id(effect)
    assert re.fullmatch(rf"<{effect.pk}\.[0-9a-f]{{24}}@nauticus\.example>", headers["Message-ID"])
