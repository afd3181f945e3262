"""Only failures for good count, only those of one's own mail, and never against account mail."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from mail import outcomes, return_path, selectors, services, tasks
from mail.models import AddressState, SentMail
from outbox.models import Effect
from outbox.services import run
from tests.mail.sink import Sink

pytestmark = pytest.mark.django_db
News = Callable[..., Effect]
ALICE = "alice@example.org"
told: list[tuple[str, str]] = []


def tell(address: str, reason: str) -> None:
    told.append((address, reason))


@pytest.fixture(autouse=True)
def _hook(settings: Any) -> None:
    told.clear()
    settings.MAIL_CHANNEL_OFF = ["tests.mail.test_outcomes.tell"]


@pytest.fixture
def sent(sink: Sink, news: News) -> Callable[..., Effect]:
    def make(to: str = ALICE) -> Effect:
        effect = news(to=to)
        assert run(effect.pk) is True
        return effect

    return make


def state(effect: Effect) -> str:
    found = selectors.delivery(effect.pk)
    assert found is not None
    return found.state


def bounce(effect: Effect, status: str = "5.2.2") -> bool:
    return outcomes.bounced(effect_id=effect.pk, status=status)


def test_a_mail_handed_over_is_accepted_and_no_more(sent: Callable[..., Effect]) -> None:
    effect = sent()

    assert state(effect) == "accepted"
    assert selectors.delivery(effect.pk + 999) is None
    assert ALICE not in str(SentMail.objects.values().get())


def test_only_the_provider_says_delivered(sent: Callable[..., Effect]) -> None:
    effect = sent()

    assert outcomes.delivered(effect_id=effect.pk) is True
    assert outcomes.delivered(effect_id=effect.pk) is False

    assert state(effect) == "delivered"


def test_what_bounced_was_not_delivered(sent: Callable[..., Effect]) -> None:
    effect = sent()
    bounce(effect)

    assert outcomes.delivered(effect_id=effect.pk) is False
    assert state(effect) == "bounced"


def test_the_third_mail_that_fails_switches_the_address_off(sent: Callable[..., Effect]) -> None:
    first, second, third = sent(), sent(), sent()

    assert bounce(first) is True
    assert bounce(second) is True
    assert not selectors.is_off(ALICE)
    assert told == []
    assert bounce(third) is True

    assert selectors.is_off(ALICE)
    assert selectors.is_off(" Alice@Example.ORG")
    assert selectors.off_reason(ALICE) == "bounced"
    assert told == [(ALICE, "bounced")]
    assert not selectors.is_off("bob@example.org")


def test_one_mail_that_fails_many_times_counts_once(sent: Callable[..., Effect]) -> None:
    effect = sent()

    assert [bounce(effect) for _ in range(5)] == [True, False, False, False, False]

    assert AddressState.objects.get().failures == 1
    assert not selectors.is_off(ALICE)


def test_failures_of_long_ago_are_forgotten(sent: Callable[..., Effect]) -> None:
    old, older, new = sent(), sent(), sent()
    with time_machine.travel(timezone.now() - timedelta(days=31), tick=False):
        bounce(old)
        bounce(older)
    bounce(new)

    assert AddressState.objects.get().failures == 1
    assert not selectors.is_off(ALICE)


def test_no_such_user_is_enough(sent: Callable[..., Effect]) -> None:
    bounce(sent(), "5.1.1")

    assert selectors.is_off(ALICE)
    assert told == [(ALICE, "bounced")]


def test_a_failure_for_now_changes_nothing(sent: Callable[..., Effect]) -> None:
    effect = sent()

    assert bounce(effect, "4.2.2") is False

    assert state(effect) == "accepted"
    assert not AddressState.objects.exists()


@pytest.mark.parametrize("status", ["5.7.1", "5.7.26", "550"])
def test_a_refusal_that_is_about_us_is_not_held_against_the_reader(
    sent: Callable[..., Effect], status: str
) -> None:
    effects = [sent() for _ in range(4)]
    for effect in effects:
        assert bounce(effect, status) is True
    assert {state(effect) for effect in effects} == {"bounced"}
    assert not AddressState.objects.exists()

    bounce(sent())
    assert AddressState.objects.get().failures == 1


def test_an_unknown_mail_changes_nothing(sent: Callable[..., Effect]) -> None:
    sent()

    assert outcomes.bounced(effect_id=987654, status="5.1.1") is False
    assert outcomes.complained(effect_id=987654) is False
    assert outcomes.delivered(effect_id=987654) is False

    assert not AddressState.objects.exists()


def test_news_is_not_sent_to_an_address_that_is_off(
    sink: Sink, news: News, sent: Callable[..., Effect]
) -> None:
    bounce(sent(), "5.1.1")
    sink.received.clear()
    effect = news()

    assert run(effect.pk) is False

    effect.refresh_from_db()
    assert effect.given_up_at is not None
    assert effect.last_error == ("AddressIsOff: Notification mail to this address is off: bounced.")
    assert sink.received == []
    assert run(news(to="bob@example.org").pk) is True


@pytest.mark.parametrize("reason", ["bounced", "complained"])
def test_account_mail_is_sent_whatever_happened(
    templates: Path, sink: Sink, sent: Callable[..., Effect], reason: str
) -> None:
    effect = sent()
    if reason == "bounced":
        bounce(effect, "5.1.1")
    else:
        outcomes.complained(effect_id=effect.pk)
    assert selectors.off_reason(ALICE) == reason
    sink.received.clear()

    account = services.queue(template="hello", to=ALICE, context={"name": "A"}, language="en")
    kinds = services.queue(
        template="hello", to=ALICE, context={"name": "A"}, language="en",
        unsubscribe_url="https://nauticus.example/u/",
    )  # fmt: skip

    assert run(account.pk) is True
    assert run(kinds.pk) is True  # an invitation, a friend's request: news
    assert [one.mail["Message-ID"] for one in sink.received] == [services.message_id(account)]
    kinds.refresh_from_db()
    assert kinds.payload == {"template": "hello", "stopped": reason}
    assert selectors.delivery(kinds.pk) is None


def test_a_complaint_counts_at_once_and_once(sent: Callable[..., Effect]) -> None:
    effect = sent()

    assert outcomes.complained(effect_id=effect.pk) is True
    assert outcomes.complained(effect_id=effect.pk) is False

    assert state(effect) == "complained"
    assert told == [(ALICE, "complained")]


def test_mail_may_be_allowed_again(sink: Sink, news: News, sent: Callable[..., Effect]) -> None:
    effects = [sent() for _ in range(5)]
    for effect in effects[:3]:
        bounce(effect)

    assert services.allow_again(ALICE) is True
    assert services.allow_again(ALICE) is False
    assert services.allow_again("bob@example.org") is False

    assert not selectors.is_off(ALICE)
    assert run(news().pk) is True
    bounce(effects[3])  # what failed before is forgiven
    assert not selectors.is_off(ALICE)
    assert AddressState.objects.get().failures == 1
    assert outcomes.bounced(effect_id=effects[0].pk, status="5.1.1") is False


def test_who_is_off_stays_off_after_a_change_of_the_secret_key(
    sent: Callable[..., Effect], settings: Any
) -> None:
    settings.MAIL_BOUNCE_DOMAIN = "bounces.nauticus.example"
    effect = sent()
    bounce(effect, "5.1.1")
    address = return_path.address_for(effect.pk)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-key-of-the-site"

    assert selectors.is_off(ALICE)
    assert return_path.effect_of(address) == effect.pk
    assert services.allow_again(ALICE) is True


def test_a_refusal_at_the_door_counts_and_is_told(sink: Sink, news: News) -> None:
    sink.refusals[ALICE] = "550 5.1.1 no such user here"
    effect = news()

    assert run(effect.pk) is False

    effect.refresh_from_db()
    assert effect.given_up_at is not None
    assert state(effect) == "bounced"
    assert selectors.is_off(ALICE)
    assert told == [(ALICE, "bounced")]


@pytest.mark.parametrize(
    ("answer", "noted"),
    [
        ("550 5.7.1 we do not relay", "bounced"),
        ("550 no", "bounced"),
        ("451 4.2.1 come back later", "waiting"),
    ],
)
def test_other_refusals_say_nothing_about_the_address(
    sink: Sink, news: News, answer: str, noted: str
) -> None:
    sink.refusals[ALICE] = answer
    effect = news()
    run(effect.pk)

    assert state(effect) == noted
    assert not AddressState.objects.exists()


def test_a_refused_mail_that_is_accepted_later_is_accepted(sink: Sink, news: News) -> None:
    from outbox.services import retry_now

    sink.refusals[ALICE] = "550 5.7.1 we do not relay"
    effect = news()
    run(effect.pk)
    sink.refusals.clear()
    retry_now(Effect.objects.filter(pk=effect.pk))

    assert run(effect.pk) is True
    assert state(effect) == "accepted"


def test_old_outcomes_are_forgotten_but_not_who_is_off(sent: Callable[..., Effect]) -> None:
    gone, off, new = sent("bob@example.org"), sent(), sent("charlie@example.org")
    bounce(gone)
    bounce(off, "5.1.1")
    bounce(new)
    past = timezone.now() - timedelta(days=91)
    SentMail.objects.exclude(effect_id=new.pk).update(created_at=past)
    AddressState.objects.exclude(digest=SentMail.objects.get(effect_id=new.pk).digest).update(
        last_at=past
    )

    tasks.prune()

    assert list(SentMail.objects.values_list("effect_id", flat=True)) == [new.pk]
    assert AddressState.objects.count() == 2
    assert selectors.is_off(ALICE)


def test_a_hook_that_fails_undoes_the_note_so_that_it_is_said_again(
    sent: Callable[..., Effect], settings: Any
) -> None:
    effect = sent()
    settings.MAIL_CHANNEL_OFF = ["tests.mail.test_outcomes.no_such_hook"]

    with pytest.raises(ImportError):
        bounce(effect, "5.1.1")
    assert state(effect) == "accepted"
    settings.MAIL_CHANNEL_OFF = ["tests.mail.test_outcomes.tell"]

    assert bounce(effect, "5.1.1") is True
    assert told == [(ALICE, "bounced")]


def test_an_address_the_outbox_has_forgotten_is_named_by_whoever_knows_it(
    sent: Callable[..., Effect],
) -> None:
    first, second = sent(), sent("bob@example.org")
    Effect.objects.all().delete()

    outcomes.complained(effect_id=first.pk, address="Alice@example.org")
    outcomes.complained(effect_id=second.pk, address="charlie@example.org")

    assert told == [("Alice@example.org", "complained")]
    assert selectors.is_off("bob@example.org")
    assert not selectors.is_off("charlie@example.org")
