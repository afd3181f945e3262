"""A webhook: what it says in each form, how it is signed, and when it is given up."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from notices.channels import webhook
from notices.errors import Unreachable
from notices.models import Delivery, Notice, Webhook
from notices.news import News
from notices.services import hooks
from notices.services.tell import tell
from ops import vetting
from outbox.errors import GiveUp
from outbox.models import Effect
from tests.far_side import FarSide, answering
from tests.games.helpers import running
from tests.notices.conftest import NAME
from tests.notices.helpers import START, work

URL = f"https://{NAME}/in/abcdefghijklmnop1234"
UNTIL = datetime(2026, 3, 4, 12, tzinfo=UTC)
NEWS = News(
    kind="turn",
    title="Your turn in Nauticus",
    text="bob <@123> @everyone moved at “[Cape](https://evil.net)”.",
    url="https://nauticus.example/t/ABCD/",
    about="match:ABCD",
    until=UNTIL,
)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def hook(alice: User) -> Webhook:
    return Webhook.objects.create(user=alice, url=URL, preset="json", secret="s3cret")


def send(user: User, news: News = NEWS) -> str:
    return webhook.send(Effect(kind="notice"), user, news)


def body(side: FarSide) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(side.requests[-1].body)
    return found


def test_our_own_form_names_the_match_and_is_signed(
    hook: Webhook, alice: User, side: FarSide, settings: Any, clock: time_machine.Traveller
) -> None:
    settings.SITE_URL = "https://nauticus.example"

    assert send(alice) == "HTTP 204"

    request = side.requests[0]
    assert request.line == "POST /in/abcdefghijklmnop1234 HTTP/1.1"
    assert request.headers["content-type"] == "application/json; charset=utf-8"
    assert body(side) == {
        "kind": "turn",
        "title": "Your turn in Nauticus",
        "text": "bob <\u200b@\u200b123> @\u200beveryone moved at “[Cape](https:\u200b//evil.net)”.",
        "url": "https://nauticus.example/t/ABCD/",
        "match": "ABCD",
        "deadline": "2026-03-04T12:00:00+00:00",
        "site": "https://nauticus.example",
    }
    at = int(START.timestamp())
    proof = hmac.new(b"s3cret", f"{at}.".encode() + request.body, hashlib.sha256).hexdigest()
    assert request.headers["x-nauticus-signature"] == f"t={at},v1={proof}"


def test_discords_form_calls_nobody(hook: Webhook, alice: User, side: FarSide) -> None:
    Webhook.objects.update(preset="discord")

    send(alice)

    said = body(side)
    assert said["allowed_mentions"] == {"parse": []}
    assert said["content"].startswith("**Your turn in Nauticus**\n")
    assert said["content"].endswith("\nhttps://nauticus.example/t/ABCD/")
    assert "@everyone" not in said["content"]
    assert "](https" not in said["content"]
    assert "x-nauticus-signature" not in side.requests[0].headers


def test_discord_takes_2000_characters(hook: Webhook) -> None:
    marks = News(kind="turn", title="*" * 300, text="*" * 3000, url=NEWS.url)

    said = json.loads(webhook.compose("discord", marks))

    assert len(said["content"]) <= 2000
    assert said["content"].endswith(NEWS.url)


def test_slacks_form_calls_nobody(hook: Webhook, alice: User, side: FarSide) -> None:
    Webhook.objects.update(preset="slack")
    news = News(kind="turn", title="<!channel> & co", text="<!here>", url=NEWS.url)

    send(alice, news)

    said = body(side)
    assert said["text"] == f"&lt;\u200b!channel&gt; &amp; co\n&lt;\u200b!here&gt;\n<{NEWS.url}>"
    assert said["mrkdwn"] is False


@pytest.mark.parametrize("preset", ["json", "discord", "slack"])
def test_a_body_is_the_same_for_the_same_news(preset: str) -> None:
    assert webhook.compose(preset, NEWS) == webhook.compose(preset, NEWS)


def test_it_reaches_who_has_one_that_is_on(hook: Webhook, alice: User, bob: User) -> None:
    assert webhook.reaches({alice.pk, bob.pk}) == {alice.pk}

    Webhook.objects.update(off_at=timezone.now())

    assert webhook.reaches({alice.pk, bob.pk}) == set()


def test_without_a_webhook_nobody_is_reached(alice: User, side: FarSide) -> None:
    with pytest.raises(Unreachable):
        send(alice)

    assert side.connections == 0


def test_a_success_ends_the_failing(hook: Webhook, alice: User, side: FarSide) -> None:
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=23))

    send(alice)

    hook.refresh_from_db()
    assert hook.failing_since is None
    assert hook.last_status == "HTTP 204"
    assert hook.last_at is not None


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503])
def test_passing_trouble_is_tried_again(
    hook: Webhook, alice: User, side: FarSide, status: int
) -> None:
    side.reply = answering(status)

    with pytest.raises(webhook.Failed):
        send(alice)

    hook.refresh_from_db()
    assert hook.failing_since is not None
    assert hook.last_status == f"HTTP {status}"


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 401, 403, 404, 410, 413])
def test_what_wont_change_isnt_tried_again(
    hook: Webhook, alice: User, side: FarSide, status: int
) -> None:
    side.reply = answering(status, b"", "Location: https://10.0.0.1/")

    with pytest.raises(GiveUp, match=f"HTTP {status}"):
        send(alice)

    hook.refresh_from_db()
    assert hook.failing_since is not None
    assert side.connections == 1


def test_a_name_that_leads_inside_now_isnt_called(
    hook: Webhook, alice: User, side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "callable_address", lambda text: False)

    with pytest.raises(GiveUp, match="private"):
        send(alice)

    assert side.connections == 0


@pytest.mark.parametrize("trouble", ["unresolved", "silent"])
def test_no_error_tells_the_address(
    hook: Webhook, alice: User, side: FarSide, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    if trouble == "unresolved":
        monkeypatch.setattr(vetting, "resolve", lambda host: [])
    else:
        side.reply = lambda link: None

    with pytest.raises(webhook.Failed) as error:
        send(alice)

    assert "abcdefgh" not in str(error.value)
    assert NAME not in str(error.value)


def test_a_day_of_failures_switches_it_off_and_says_so(
    hook: Webhook, alice: User, side: FarSide, clock: time_machine.Traveller
) -> None:
    side.reply = answering(500)
    for hours in range(24):
        with pytest.raises(webhook.Failed):
            send(alice)
        hook.refresh_from_db()
        assert hook.off_at is None, hours
        clock.shift(timedelta(hours=1))

    with pytest.raises(webhook.Failed):
        send(alice)

    hook.refresh_from_db()
    assert hook.off_at == timezone.now()
    assert "HTTP 500" in hook.off_reason
    notice = Notice.objects.get(user=alice, kind="channel")
    assert notice.data["channel"] == "webhook"
    assert "HTTP 500" in notice.data["reason"]

    calls = side.connections
    with pytest.raises(Unreachable):
        send(alice)
    work()

    assert side.connections == calls  # nor is the news about it told there
    assert not Delivery.objects.filter(notice=notice, channel="webhook").exists()
    assert Notice.objects.filter(user=alice, kind="channel").count() == 1


def test_a_call_that_was_under_way_when_it_was_switched_off_says_nothing_more(
    hook: Webhook, alice: User, clock: time_machine.Traveller
) -> None:
    assert hooks.failed(hook=hook, status="HTTP 500") is False
    clock.shift(timedelta(days=1))
    assert hooks.failed(hook=hook, status="HTTP 500") is True
    clock.shift(timedelta(hours=1))

    assert hooks.failed(hook=hook, status="HTTP 502") is False

    hook.refresh_from_db()
    assert hook.last_status == "HTTP 500"
    assert Notice.objects.filter(user=alice, kind="channel").count() == 1


def test_news_of_its_failing_never_goes_through_the_webhook_itself(
    hook: Webhook, alice: User, side: FarSide
) -> None:
    tell(users=[alice.pk], kind="channel", data={"channel": "mail", "reason": "bounced"})

    work()

    assert side.connections == 0


def test_a_webhook_set_anew_is_on_again(hook: Webhook, alice: User) -> None:
    now = timezone.now()
    Webhook.objects.update(off_at=now, off_reason="x", failing_since=now, last_status="HTTP 500")

    hooks.save(user=alice, url="", preset="slack")

    hook.refresh_from_db()
    assert (hook.url, hook.preset, hook.off_at, hook.failing_since) == (URL, "slack", None, None)
    assert hook.off_reason == hook.last_status == ""


def test_what_became_of_an_old_address_says_nothing_about_the_new_one(
    hook: Webhook, alice: User
) -> None:
    stale = Webhook.objects.get()
    hooks.save(user=alice, url="https://other.nauticus-friends.net/x", preset="json")

    assert hooks.failed(hook=stale, status="HTTP 500") is False
    hooks.succeeded(hook=stale, status="HTTP 200")

    hook.refresh_from_db()
    assert (hook.failing_since, hook.last_status) == (None, "")


def test_a_new_secret_replaces_the_old_one(hook: Webhook, alice: User, bob: User) -> None:
    changed = hooks.rotate_secret(user=alice)

    assert changed is not None
    hook.refresh_from_db()
    assert hook.secret == changed.secret != "s3cret"
    assert hooks.rotate_secret(user=bob) is None


def test_a_turn_reaches_the_webhook_through_the_outbox(
    hook: Webhook, alice: User, bob: User, side: FarSide
) -> None:
    running(alice, bob, name="@everyone", first_player="creator")

    work()

    told = [json.loads(request.body) for request in side.requests]
    assert {message["kind"] for message in told} == {"turn", "started"}
    assert not any("@everyone" in message["title"] for message in told)
    assert set(
        Delivery.objects.filter(user=alice, channel="webhook").values_list("state", "reason")
    ) == {("sent", "HTTP 204")}
