"""A provider gets so many mails a minute; the others wait for their minute."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail as outgoing
from django.core.cache import cache
from django.utils import timezone

from mail import services, throttle
from mail.metrics import MAILS
from outbox.errors import Later
from outbox.models import Effect
from outbox.services import run

pytestmark = pytest.mark.django_db
News = Callable[..., Effect]
NOON = "2026-11-18T12:00:10+00:00"


@pytest.fixture(autouse=True)
def _three_a_minute(settings: Any) -> None:
    settings.MAIL_PER_PROVIDER = 3


def sent_to() -> Counter[str]:
    return Counter(mail.to[0].partition("@")[2] for mail in outgoing.outbox)


def test_each_provider_has_its_own_limit(news: News) -> None:
    with time_machine.travel(NOON, tick=False):
        effects = [news(to=f"p{n}@big.example") for n in range(5)]
        done = [run(effect.pk) for effect in effects]
        assert run(news(to="bob@small.example").pk) is True
        assert run(news(to="q@BIG.example").pk) is False  # the same one

    assert done == [True, True, True, False, False]
    assert sent_to() == {"big.example": 3, "small.example": 1}
    late = Effect.objects.get(pk=effects[3].pk)
    assert (late.attempts, late.last_error, late.given_up_at) == (0, "", None)


def test_the_next_minute_takes_the_next_ones(news: News) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        effects = [news(to=f"p{n}@big.example") for n in range(10)]
        minutes = 0
        while waiting := Effect.objects.filter(done_at=None).order_by("due_at"):
            before = len(outgoing.outbox)
            for effect in list(waiting.filter(due_at__lt=timezone.now().replace(second=59))):
                clock.move_to(max(effect.due_at, timezone.now()))
                run(effect.pk)
            assert len(outgoing.outbox) - before <= 3
            minutes += 1
            clock.move_to(timezone.now().replace(second=0) + timedelta(minutes=1))

    assert minutes == 4
    assert len(outgoing.outbox) == 10
    assert {Effect.objects.get(pk=effect.pk).attempts for effect in effects} == {1}


def test_who_waits_comes_back_in_their_own_minute_and_place(news: News) -> None:
    with time_machine.travel(NOON, tick=False):
        for n in range(8):
            run(news(to=f"p{n}@big.example").pk)
        waiting = Effect.objects.filter(done_at=None).order_by("pk")
        seconds = [round((one.due_at - timezone.now()).total_seconds()) for one in waiting]

    assert seconds == [50, 70, 90, 110, 130]  # 12:01:00, :20, :40, 12:02:00, :20


def test_nobody_waits_longer_than_an_hour(news: News) -> None:
    with time_machine.travel(NOON, tick=False):
        run(news(to="p@big.example").pk)
        (key,) = (f"mail:provider:big.example:{int(timezone.now().timestamp() // 60)}",)
        cache.set(key, 1_000_000, 60)
        with pytest.raises(Later) as wait:
            throttle.take(news(to="q@big.example"), "q@big.example")

    assert wait.value.seconds == 3600


def test_who_asks_before_drawing_is_counted_once(news: News) -> None:
    with time_machine.travel(NOON, tick=False):
        for _ in range(3):
            effect = news(to="p@big.example")
            throttle.take(effect, "p@big.example")
            throttle.take(effect, "p@big.example")
        with pytest.raises(Later):
            throttle.take(news(to="p@big.example"), "p@big.example")


def test_account_mail_does_not_wait_and_is_not_counted(templates: Path, news: News) -> None:
    with time_machine.travel(NOON, tick=False):
        for _ in range(5):
            queued = services.queue(
                template="hello", to="p@big.example", context={"name": "A"}, language="en"
            )
            assert run(queued.pk) is True
        assert run(news(to="p@big.example").pk) is True


def test_no_limit_is_no_limit(news: News, settings: Any) -> None:
    settings.MAIL_PER_PROVIDER = 0

    assert all(run(news(to="p@big.example").pk) for _ in range(8))


def test_while_redis_is_away_nobody_waits(news: News, monkeypatch: pytest.MonkeyPatch) -> None:
    with time_machine.travel(NOON, tick=False):
        monkeypatch.setattr(cache._cache, "away_since", 0.0)
        monkeypatch.setattr(cache._cache, "ask_at", float("inf"))

        assert all(run(news(to="p@big.example").pk) for _ in range(8))
    cache._cache.memory.clear()


def test_it_is_told_how_many_wait(news: News) -> None:
    def postponed() -> float:
        return MAILS.labels("postponed")._value.get()

    before = postponed()
    with time_machine.travel(NOON, tick=False):
        for _ in range(5):
            run(news(to="p@big.example").pk)

    assert postponed() == before + 2
