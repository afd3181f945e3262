"""Operators look at notices; they change nothing, and no address that opens a door is shown."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from notices.models import Delivery, Muted, Notice, PushSubscription, Reader, Webhook
from notices.services import calendar
from tests.conftest import make_player

pytestmark = pytest.mark.django_db
MODELS = ("notice", "delivery", "reader", "muted", "pushsubscription", "webhook")


@pytest.fixture
def as_operator() -> Client:
    client = Client()
    client.force_login(make_player("olga", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def rows(alice: User) -> dict[str, int]:
    """One row of each kind, of alice."""
    now = timezone.now()
    notice = Notice.objects.create(user=alice, kind="turn", about="match:abc", data={"k": "own"})
    delivery = Delivery.objects.create(
        notice=notice, user=alice, channel="mail", due_at=now, state="failed",
        reason="refused: token=s3cretToken",
    )  # fmt: skip
    calendar.make(user=alice)
    push = PushSubscription.objects.create(
        user=alice, endpoint="https://push.example.net/send/s3cretEndpoint", digest="d" * 64,
        p256dh="s3cretKey", auth="s3cretAuth", agent="Firefox",
    )  # fmt: skip
    hook = Webhook.objects.create(
        user=alice, url="https://u:s3cretPass@hooks.example.net/s3cretPath", secret="s3cretSign"
    )
    return {
        "notice": notice.pk, "delivery": delivery.pk, "reader": alice.pk,
        "muted": Muted.objects.create(user=alice, about="match:abc").pk,
        "pushsubscription": push.pk, "webhook": hook.pk,
    }  # fmt: skip


@pytest.mark.parametrize("model", MODELS)
def test_each_is_listed_and_shown_without_secrets(
    as_operator: Client, rows: dict[str, int], alice: User, model: str
) -> None:
    listing = as_operator.get(reverse(f"admin:notices_{model}_changelist"), {"q": "alice"})
    page = as_operator.get(reverse(f"admin:notices_{model}_change", args=[rows[model]]))

    for answer in (listing, page):
        text = answer.content.decode()
        assert answer.status_code == 200
        assert "alice" in text
        assert "s3cret" not in text
        assert Reader.objects.get(user=alice).calendar_digest not in text


@pytest.mark.parametrize("model", MODELS)
def test_nothing_can_be_changed(as_operator: Client, rows: dict[str, int], model: str) -> None:
    names = (f"admin:notices_{model}_change", f"admin:notices_{model}_delete")

    assert as_operator.get(reverse(f"admin:notices_{model}_add")).status_code == 403
    for name in names:
        answer = as_operator.post(reverse(name, args=[rows[model]]), {"post": "yes"})
        assert answer.status_code == 403


@pytest.mark.parametrize("model", MODELS)
def test_a_player_is_refused(as_alice: Client, rows: dict[str, int], model: str) -> None:
    page = reverse(f"admin:notices_{model}_changelist")
    assert as_alice.get(page, follow=True).status_code == 403


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ({"state__exact": "failed"}, 1),
        ({"state__exact": "waiting"}, 0),
        ({"kind": "turn"}, 1),
        ({"kind": "ended"}, 0),
        ({"channel": "mail"}, 1),
        ({"channel": "push"}, 0),
        ({"q": "match:abc"}, 1),
    ],
)
def test_deliveries_are_found(
    as_operator: Client, rows: dict[str, int], query: dict[str, str], count: int
) -> None:
    Delivery.objects.exclude(pk=rows["delivery"]).delete()
    page = as_operator.get(reverse("admin:notices_delivery_changelist"), query)

    assert page.context["cl"].result_count == count


def test_hosts_are_shown(as_operator: Client, rows: dict[str, int]) -> None:
    pushes = as_operator.get(reverse("admin:notices_pushsubscription_changelist"))
    hooks = as_operator.get(reverse("admin:notices_webhook_changelist"))

    assert "push.example.net" in pushes.content.decode()
    assert "hooks.example.net" in hooks.content.decode()
