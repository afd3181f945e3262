"""Web Push: encrypted for one browser, signed by the site, and dead browsers forgotten."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from io import StringIO
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.utils import timezone
from py_vapid import Vapid02

from accounts.models import User
from nauticus_site import env
from notices.channels import push
from notices.errors import Unreachable
from notices.models import PushSubscription
from notices.news import News
from notices.services import pushes
from ops import vetting
from outbox.errors import GiveUp
from outbox.models import Effect
from tests.far_side import FarSide, answering
from tests.notices.conftest import NAME, point_of, text_of

AUTH = b"0123456789abcdef"


@pytest.fixture
def browser() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@pytest.fixture
def row(alice: User, browser: ec.EllipticCurvePrivateKey) -> PushSubscription:
    return make(alice, browser, "one")


def make(user: User, key: ec.EllipticCurvePrivateKey, name: str) -> PushSubscription:
    endpoint = f"https://{NAME}/push/{name}"
    return PushSubscription.objects.create(
        user=user,
        endpoint=endpoint,
        digest=pushes.digest_of(endpoint),
        p256dh=text_of(point_of(key)),
        auth=text_of(AUTH),
    )


def news(**changes: Any) -> News:
    facts: dict[str, Any] = {
        "kind": "turn",
        "title": "Your turn in Nauticus",
        "text": "bob has moved.",
        "url": "https://nauticus.example/t/ABCD/?from=push",
        "about": "match:ABCD",
        "until": timezone.now() + timedelta(days=2),
    }
    return News(**(facts | changes))


def send(user: User, **changes: Any) -> str:
    return push.send(Effect(kind="notice"), user, news(**changes))


def unpacked(side: FarSide, key: ec.EllipticCurvePrivateKey) -> dict[str, Any]:
    plain = http_ece.decrypt(
        side.requests[-1].body, private_key=key, auth_secret=AUTH, version="aes128gcm"
    )
    found: dict[str, Any] = json.loads(plain)
    return found


def test_only_the_browser_can_read_it(
    row: PushSubscription, alice: User, browser: ec.EllipticCurvePrivateKey,
    side: FarSide, vapid_key: ec.EllipticCurvePrivateKey, settings: Any,
) -> None:  # fmt: skip
    settings.SITE_URL = "https://nauticus.example"

    assert send(alice) == "1/1"

    assert unpacked(side, browser) == {
        "title": "Your turn in Nauticus",
        "body": "bob has moved.",
        "url": "/t/ABCD/?from=push",
        "tag": "match-ABCD",
    }
    assert b"bob" not in side.requests[0].body
    assert "ABCD" not in side.requests[0].head


def test_the_push_service_can_tell_who_sends(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: ec.EllipticCurvePrivateKey
) -> None:
    send(alice)

    proof = side.requests[0].headers["authorization"]
    assert Vapid02.verify(proof)
    claims = json.loads(base64.urlsafe_b64decode(proof.split("t=")[1].split(".")[1] + "=="))
    assert claims["aud"] == f"https://{NAME}"
    assert claims["sub"] == "mailto:harbour@nauticus.example"
    assert text_of(point_of(vapid_key)) in proof


@pytest.mark.parametrize(
    ("left", "ttl", "urgency"),
    [
        (timedelta(days=2), 2 * 86400, "normal"),
        (timedelta(hours=5), 5 * 3600, "high"),
        (timedelta(minutes=1), 3600, "high"),
        (timedelta(hours=-5), 3600, "high"),
        (timedelta(days=90), 28 * 86400, "normal"),
        (None, 3 * 86400, "normal"),
    ],
)
def test_it_is_kept_until_the_deadline(left: timedelta | None, ttl: int, urgency: str) -> None:
    until = timezone.now() + left if left is not None else None

    said = push.headers(news(until=until))

    assert abs(int(said["TTL"]) - ttl) <= 2
    assert said["Urgency"] == urgency
    assert said["Content-Encoding"] == "aes128gcm"


def test_a_newer_push_about_a_match_takes_the_place_of_the_older() -> None:
    topics = {about: push.headers(news(about=about))["Topic"] for about in ("match:A", "match:B")}

    assert push.headers(news(about="match:A", text="newer"))["Topic"] == topics["match:A"]
    assert topics["match:A"] != topics["match:B"]
    assert all(len(topic) == 32 for topic in topics.values())


@pytest.mark.parametrize(
    "url", ["https://evil.net/t/A/", "//evil.net/", "javascript:alert(1)", "https:evil", ""]
)
def test_it_opens_pages_of_the_site_only(url: str) -> None:
    assert json.loads(push.payload(news(url=url)))["url"] == "/"


def test_a_long_text_fits(row: PushSubscription, vapid_key: object) -> None:
    content = push.payload(news(title="Ж" * 1000, text="海" * 9000))

    assert len(push.encrypt(row, content)) <= 4096


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: object, status: int
) -> None:
    side.reply = answering(status)

    with pytest.raises(GiveUp):
        send(alice)

    assert not PushSubscription.objects.filter(user=alice).exists()


@pytest.mark.parametrize("status", [400, 403, 413, 302])
def test_a_refusal_counts_as_failing(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: object, status: int
) -> None:
    side.reply = answering(status)

    with pytest.raises(GiveUp):
        send(alice)

    row.refresh_from_db()
    assert row.failing_since is not None


@pytest.mark.parametrize("status", [429, 500, 503])
def test_trouble_at_the_push_service_is_tried_again(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: object, status: int
) -> None:
    side.reply = answering(status)

    with pytest.raises(push.Failed):
        send(alice)

    row.refresh_from_db()
    assert row.failing_since is not None


def test_a_browser_that_fails_for_a_week_is_forgotten(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: object
) -> None:
    side.reply = answering(400)
    PushSubscription.objects.update(failing_since=timezone.now() - timedelta(days=6, hours=23))
    with pytest.raises(GiveUp):
        send(alice)
    assert PushSubscription.objects.filter(pk=row.pk).exists()

    PushSubscription.objects.update(failing_since=timezone.now() - timedelta(days=7))
    with pytest.raises(GiveUp):
        send(alice)

    assert not PushSubscription.objects.filter(pk=row.pk).exists()


def test_a_success_ends_the_failing(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: object
) -> None:
    PushSubscription.objects.update(failing_since=timezone.now())

    send(alice)

    row.refresh_from_db()
    assert row.failing_since is None


def test_one_browser_that_took_it_is_enough(
    row: PushSubscription, alice: User, browser: ec.EllipticCurvePrivateKey,
    side: FarSide, vapid_key: object,
) -> None:  # fmt: skip
    """Trying again would show it twice in the one that did."""
    make(alice, browser, "two")
    make(alice, browser, "three")
    codes = iter([503, 201, 410])
    side.reply = lambda link: answering(next(codes))(link)

    assert send(alice) == "1/3"

    assert PushSubscription.objects.filter(user=alice).count() == 2


def test_an_address_that_leads_inside_is_forgotten(
    row: PushSubscription, alice: User, side: FarSide, vapid_key: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(vetting, "callable_address", lambda text: False)

    with pytest.raises(GiveUp):
        send(alice)

    assert side.connections == 0
    assert not PushSubscription.objects.filter(pk=row.pk).exists()


def test_without_a_key_nobody_is_reached(
    row: PushSubscription, alice: User, bob: User, side: FarSide
) -> None:
    assert push.reaches({alice.pk}) == set()
    with pytest.raises(Unreachable):
        send(alice)
    assert side.connections == 0


def test_with_a_key_those_with_a_browser_are_reached(
    row: PushSubscription, alice: User, bob: User, vapid_key: object
) -> None:
    assert push.reaches({alice.pk, bob.pk}) == {alice.pk}
    with pytest.raises(Unreachable):
        send(bob)


def test_a_command_makes_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    said = StringIO()
    call_command("vapid_keys", stdout=said)
    lines = dict(line.split("=", 1) for line in said.getvalue().split())
    for name, value in lines.items():
        monkeypatch.setenv(name, value)

    assert env.vapid_keys() == (lines["VAPID_PRIVATE_KEY"], lines["VAPID_PUBLIC_KEY"])
    assert env.vapid_subject("") == lines["VAPID_SUBJECT"]

    again = StringIO()
    call_command("vapid_keys", stdout=again)
    assert again.getvalue() != said.getvalue()


@pytest.mark.parametrize(
    ("private", "public"),
    [("x", ""), ("", "x"), ("AAAA", "BBBB"), ("?" * 43, "B" * 87), ("A" * 43, "B" * 87)],
)
def test_half_a_key_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, private: str, public: str
) -> None:
    monkeypatch.setenv("VAPID_PRIVATE_KEY", private)
    monkeypatch.setenv("VAPID_PUBLIC_KEY", public)

    with pytest.raises(ImproperlyConfigured, match="vapid_keys"):
        env.vapid_keys()


def test_keys_of_two_pairs_stop_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    raw = one.private_numbers().private_value.to_bytes(32, "big")
    monkeypatch.setenv("VAPID_PRIVATE_KEY", text_of(raw))
    monkeypatch.setenv("VAPID_PUBLIC_KEY", text_of(point_of(other)))

    with pytest.raises(ImproperlyConfigured):
        env.vapid_keys()


def test_the_subject_must_be_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAPID_SUBJECT", "harbour")

    with pytest.raises(ImproperlyConfigured, match="mailto"):
        env.vapid_subject("harbour@nauticus.example")
