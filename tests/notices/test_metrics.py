"""What operators see of notices from outside: how much waits, how late it is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from notices.models import Delivery, Notice
from tests.ops.test_metrics import sample


def delivery(user: User, channel: str, minutes: int, state: str = "waiting") -> None:
    """One that is `minutes` late."""
    notice = Notice.objects.create(user=user, kind="turn")
    due = timezone.now() - timedelta(minutes=minutes)
    Delivery.objects.create(notice=notice, user=user, channel=channel, due_at=due, state=state)


@pytest.fixture(autouse=True)
def _channels(settings: Settings, db: None) -> None:
    Delivery.objects.all().delete()
    settings.NOTICE_CHANNELS = {"mail": "notices.channels.mail", "push": "notices.channels.mail"}


def numbers(client: Client, channel: str) -> dict[str, float | None]:
    text = client.get("/metrics").content.decode()
    names = ("waiting", "due", "handed", "oldest_due_seconds")
    return {name: sample(text, f"nauticus_deliveries_{name}", channel=channel) for name in names}


def test_deliveries_are_counted_by_channel(client: Client, alice: User) -> None:
    delivery(alice, "mail", 5)
    delivery(alice, "mail", 20)
    delivery(alice, "mail", -60)
    delivery(alice, "push", -60)
    for state in ("sent", "cancelled", "superseded", "failed"):
        delivery(alice, "mail", 500, state)

    mail = numbers(client, "mail")
    late = mail.pop("oldest_due_seconds")

    assert mail == {"waiting": 3, "due": 2, "handed": 0}
    assert late is not None
    assert 1190 < late < 1260
    assert numbers(client, "push") == {
        "waiting": 1, "due": 0, "handed": 0, "oldest_due_seconds": 0,
    }  # fmt: skip


def test_what_the_outbox_has_and_does_not_carry_out_is_late_too(
    client: Client, alice: User
) -> None:
    delivery(alice, "push", 10, "handed")

    push = numbers(client, "push")

    assert push["handed"] == 1
    assert push["due"] == push["waiting"] == 0
    assert 590 < (push["oldest_due_seconds"] or 0) < 660


def test_a_channel_that_was_taken_out_is_seen_while_something_waits_for_it(
    client: Client, alice: User
) -> None:
    assert numbers(client, "pigeon")["waiting"] is None
    delivery(alice, "pigeon", 1)
    assert numbers(client, "pigeon")["waiting"] == 1


def test_without_news_everything_is_zero(client: Client) -> None:
    assert set(numbers(client, "mail").values()) == {0}
