"""A provider's report counts if it is signed, and fresh, and about a mail of ours."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from mail import events, selectors, services
from mail.models import AddressState
from outbox.models import Effect
from outbox.services import run
from tests.mail.sink import Sink

pytestmark = pytest.mark.django_db
KEY = "a-key-shared-with-the-provider-0123456789"
ALICE = "alice@example.org"


@pytest.fixture
def effect(sink: Sink, news: Callable[..., Effect], settings: Any) -> Effect:
    settings.MAIL_EVENTS_KEY = KEY
    made = news()
    assert run(made.pk) is True
    return made


def post(
    body: Any, *, key: str = KEY, age: float = 0, client: Client | None = None, **headers: str
) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    stamp = str(int(time.time() - age))
    given = {"X-Mail-Timestamp": stamp, "X-Mail-Signature": events.sign(raw, stamp, key)}
    return (client or Client(enforce_csrf_checks=True)).post(
        "/mail/events/",
        data=raw,
        content_type="application/json",
        headers={**given, **{k.replace("_", "-"): v for k, v in headers.items()}},
    )


def about(effect: Effect, event: str, **more: Any) -> dict[str, Any]:
    return {"event": event, "message_id": services.message_id(effect), **more}


def state(effect: Effect) -> str:
    found = selectors.delivery(effect.pk)
    assert found is not None
    return found.state


def test_delivered_is_believed(effect: Effect) -> None:
    effect.refresh_from_db()
    answer = post(about(effect, "delivered"))

    assert (answer.status_code, answer.json()) == (200, {"noted": True})
    assert state(effect) == "delivered"


def test_a_bounce_counts_only_for_good(effect: Effect) -> None:
    effect.refresh_from_db()
    for permanent in (False, None, "true", 1):
        assert post(about(effect, "bounced", permanent=permanent)).json() == {"noted": False}
    assert post(about(effect, "bounced")).json() == {"noted": False}
    assert not AddressState.objects.exists()

    assert post(about(effect, "bounced", permanent=True)).json() == {"noted": True}
    assert AddressState.objects.get().failures == 1
    assert not selectors.is_off(ALICE)


def test_no_such_user_and_a_complaint_count_at_once(
    effect: Effect, news: Callable[..., Effect]
) -> None:
    effect.refresh_from_db()
    other = news(to="bob@example.org")
    run(other.pk)
    other.refresh_from_db()

    post(about(effect, "bounced", permanent=True, status="5.1.1"))
    post(about(other, "complained"))

    assert selectors.off_reason(ALICE) == "bounced"
    assert selectors.off_reason("bob@example.org") == "complained"


def test_a_recipient_that_is_no_text_names_nobody(effect: Effect) -> None:
    effect.refresh_from_db()
    Effect.objects.all().delete()

    assert post(about(effect, "complained", recipient="\ud800")).json() == {"noted": True}
    assert selectors.is_off(ALICE)


def test_the_message_id_may_come_without_brackets(effect: Effect) -> None:
    effect.refresh_from_db()
    name = services.message_id(effect).strip("<>")

    assert post({"event": "delivered", "message_id": name}).json() == {"noted": True}


def test_what_is_not_signed_with_our_key_changes_nothing(effect: Effect) -> None:
    effect.refresh_from_db()
    body = about(effect, "complained")
    stamp = str(int(time.time()))
    other_body = events.sign(b"{}", stamp, KEY)

    for answer in (
        post(body, key="another-key"),
        post(body, X_Mail_Signature=""),
        post(body, X_Mail_Signature="é"),
        post(body, X_Mail_Signature=other_body),
        post(body, X_Mail_Timestamp=""),
        post(body, X_Mail_Timestamp="now"),
        post(body, X_Mail_Timestamp="１２３"),
        post(body, X_Mail_Timestamp="9" * 400),
        post(body, X_Mail_Timestamp=str(int(time.time()) + 60)),
    ):
        assert answer.status_code == 403
    assert state(effect) == "accepted"
    assert not AddressState.objects.exists()


@pytest.mark.parametrize(("age", "status"), [(290, 200), (310, 403), (-290, 200), (-310, 403)])
def test_an_old_report_is_not_believed(effect: Effect, age: int, status: int) -> None:
    effect.refresh_from_db()

    assert post(about(effect, "complained"), age=age).status_code == status
    assert selectors.is_off(ALICE) is (status == 200)


def test_a_replayed_report_changes_nothing_more(effect: Effect) -> None:
    effect.refresh_from_db()
    report = about(effect, "complained")
    assert post(report).json() == {"noted": True}
    services.allow_again(ALICE)

    assert post(report).json() == {"noted": False}
    assert not selectors.is_off(ALICE)


def test_an_unknown_mail_changes_nothing(effect: Effect) -> None:
    report = {"event": "complained", "message_id": "<1.2@elsewhere.example>"}

    assert post(report).json() == {"noted": False}
    assert not AddressState.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b"\xff", b"[" * 5000, {"event": "bounced"},
        {"event": "opened", "message_id": "<x>"}, {"event": ["bounced"], "message_id": "<x>"},
        {"event": "bounced", "message_id": 7}, {"event": "bounced", "message_id": "x" * 300},
        {"event": "bounced", "message_id": "<\ud800>"},
        {"event": "bounced", "message_id": "<\x00>"},
        {"event": "bounced", "message_id": "<x>", "more": "x" * 70_000},
    ],
)  # fmt: skip
def test_a_report_that_is_none_is_refused(effect: Effect, body: Any) -> None:
    assert post(body).status_code == 400


def test_without_a_key_there_is_no_such_page(effect: Effect, settings: Any) -> None:
    settings.MAIL_EVENTS_KEY = ""
    effect.refresh_from_db()

    assert post(about(effect, "complained"), key="").status_code == 404
    assert not AddressState.objects.exists()


def test_it_is_posted_to(effect: Effect, client: Client) -> None:
    assert client.get("/mail/events/").status_code == 405
