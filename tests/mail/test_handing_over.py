"""Between the server's yes and our note of it lies nothing that takes time or may fail."""

from __future__ import annotations

import smtplib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import OperationalError

from mail import outcomes, services
from mail.metrics import MAILS
from mail.selectors import delivery
from outbox.models import Effect
from outbox.services import run

pytestmark = pytest.mark.django_db

told: list[str] = []
trouble: dict[str, Exception] = {}


class Server(BaseEmailBackend):
    """Tells what was noted at each step of the conversation."""

    def open(self) -> None:
        self._step("greeting")

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        self._step("mail")
        return len(messages)

    def close(self) -> None:
        self._step("farewell")

    def _step(self, name: str) -> None:
        noted = Effect.objects.filter(done_at__isnull=False).exists()
        told.append(f"{name}, {'noted' if noted else 'open'}")
        if name in trouble:
            raise trouble[name]


@pytest.fixture(autouse=True)
def _server(settings: Any, templates: Path) -> None:
    told.clear()
    trouble.clear()
    settings.EMAIL_BACKEND = "tests.mail.test_handing_over.Server"


def queue() -> Effect:
    return services.queue(
        template="hello", to="alice@example.org", context={"name": "Alice"}, language="en"
    )


def test_a_mail_is_noted_as_sent_before_the_farewell() -> None:
    effect = queue()

    assert run(effect.pk) is True

    assert told == ["greeting, open", "mail, open", "farewell, noted"]
    effect.refresh_from_db()
    assert effect.payload == {"template": "hello", "to": "alice@example.org"}


def test_a_server_that_dies_at_the_farewell_gets_no_second_mail() -> None:
    trouble["farewell"] = smtplib.SMTPServerDisconnected("gone")
    effect = queue()

    assert run(effect.pk) is True

    effect.refresh_from_db()
    assert effect.done_at is not None
    assert effect.last_error == ""


def test_a_worker_that_lost_its_lease_does_not_send(monkeypatch: pytest.MonkeyPatch) -> None:
    effect = queue()

    def slow_greeting(self: Server) -> None:
        Effect.objects.update(claim=None)  # the machine slept; another worker has it

    monkeypatch.setattr(Server, "open", slow_greeting)

    assert run(effect.pk) is False

    assert told == ["farewell, open"]


def test_a_server_that_does_not_answer_is_asked_again_later() -> None:
    trouble["greeting"] = ConnectionRefusedError("no answer")
    effect = queue()

    assert run(effect.pk) is False

    effect.refresh_from_db()
    assert effect.done_at is None
    assert effect.last_error == "ConnectionRefusedError: no answer"


def test_a_mail_is_sent_though_nobody_could_note_that_it_was_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*, effect_id: int) -> None:
        raise OperationalError

    monkeypatch.setattr(outcomes, "accepted", away)
    effect = queue()

    assert run(effect.pk) is True

    effect.refresh_from_db()
    assert effect.done_at is not None
    found = delivery(effect.pk)
    assert found is not None
    assert found.state == "waiting"


def test_it_is_counted_what_became_of_a_mail() -> None:
    def counted(state: str) -> float:
        return MAILS.labels(state)._value.get()

    before = counted("handed_over"), counted("failed")
    run(queue().pk)
    trouble["greeting"] = ConnectionRefusedError("no answer")
    run(queue().pk)

    assert (counted("handed_over"), counted("failed")) == (before[0] + 1, before[1] + 1)
