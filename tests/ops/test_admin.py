from __future__ import annotations

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from mail.models import AddressState, SentMail
from outbox.models import Effect
from tests.conftest import make_player

PAGES = [
    "admin:index",
    "admin:outbox_effect_changelist",
    "admin:admin_logentry_changelist",
    "admin:mail_sentmail_changelist",
    "admin:mail_addressstate_changelist",
]


@pytest.fixture
def operator(db: None) -> User:
    return make_player("olga", is_staff=True, is_superuser=True)


@pytest.fixture
def as_operator(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


@pytest.mark.parametrize("view", PAGES)
def test_anonymous_is_sent_to_the_sites_own_log_in(db: None, client: Client, view: str) -> None:
    response = client.get(reverse(view), follow=True)

    assert (
        unquote(response.redirect_chain[-1][0])
        == f"{reverse('account_login')}?next={reverse(view)}"
    )
    assert b"Nauticus administration" not in response.content


@pytest.mark.parametrize("view", PAGES)
def test_a_player_is_refused(as_alice: Client, view: str) -> None:
    response = as_alice.get(reverse(view), follow=True)

    assert response.status_code == 403


@pytest.mark.parametrize("view", PAGES)
def test_staff_enter_and_nothing_is_stored(as_operator: Client, view: str) -> None:
    response = as_operator.get(reverse(view))

    assert response.status_code == 200
    assert b"Nauticus administration" in response.content
    assert "no-store" in response["Cache-Control"]
    assert "default-src 'none'" in response["Content-Security-Policy"]


def test_staff_without_permissions_see_no_effects(db: None, client: Client) -> None:
    client.force_login(make_player("sven", is_staff=True))

    assert client.get(reverse("admin:index")).status_code == 200
    assert client.get(reverse("admin:outbox_effect_changelist")).status_code == 403


def test_a_guest_or_a_closed_account_is_never_staff(db: None, client: Client) -> None:
    guest = make_player("gast", is_staff=True, is_superuser=True, is_guest=True)
    client.force_login(guest)

    assert client.get(reverse("admin:index"), follow=True).status_code == 403


def test_what_became_of_mails_can_be_read_and_not_changed(as_operator: Client) -> None:
    sent = SentMail.objects.create(
        effect_id=7, message_id="<7@x>", digest="abc", bounced_at=timezone.now(), reason="5.1.1"
    )
    state = AddressState.objects.create(digest="abc", failures=1, off_reason="bounced")

    for name, row, shown in (("sentmail", sent, "5.1.1"), ("addressstate", state, "bounced")):
        everything = as_operator.get(reverse(f"admin:mail_{name}_changelist"))
        one = reverse(f"admin:mail_{name}_change", args=[row.pk])
        page = as_operator.get(one)

        assert shown in everything.content.decode()
        assert page.status_code == 200
        assert shown in page.content.decode()
        assert as_operator.post(one, {"reason": "x"}).status_code == 403
        assert as_operator.get(reverse(f"admin:mail_{name}_add")).status_code == 403
        delete = reverse(f"admin:mail_{name}_delete", args=[row.pk])
        assert as_operator.get(delete).status_code == 403


def test_its_log_in_does_not_lead_away(as_operator: Client) -> None:
    login = reverse("admin:login")

    assert as_operator.get(login, {"next": "//evil.example/"})["Location"] == "/admin/"
    assert as_operator.get(login, {"next": "https://evil.example/"})["Location"] == "/admin/"
    assert as_operator.get(login, {"next": "/admin/outbox/"})["Location"] == "/admin/outbox/"


def test_it_has_no_password_form_of_its_own(db: None, client: Client, operator: User) -> None:
    response = client.post(
        reverse("admin:login"), {"username": "olga", "password": "tall-ships-and-grain"}
    )

    assert response.status_code == 302
    assert "_auth_user_id" not in client.session


def test_the_payload_is_shown_without_secrets(as_operator: Client) -> None:
    effect = Effect.objects.create(
        kind="mail",
        payload={"to": "a@example.org", "text": "open /reset/abc", "token": "abc"},
        last_error="redis://:hush@cache/0 refused",
    )

    page = as_operator.get(reverse("admin:outbox_effect_change", args=[effect.pk]))

    text = page.content.decode()
    assert page.status_code == 200
    assert "a@example.org" in text
    assert "/reset/abc" not in text
    assert "hush" not in text


def test_effects_cannot_be_added_changed_or_deleted(as_operator: Client) -> None:
    effect = Effect.objects.create(kind="mail")

    assert as_operator.get(reverse("admin:outbox_effect_add")).status_code == 403
    changed = as_operator.post(
        reverse("admin:outbox_effect_change", args=[effect.pk]), {"kind": "x"}
    )
    deleted = as_operator.post(
        reverse("admin:outbox_effect_delete", args=[effect.pk]), {"post": "yes"}
    )

    assert changed.status_code == 403
    assert deleted.status_code == 403
    effect.refresh_from_db()
    assert effect.kind == "mail"


def test_try_again_now(as_operator: Client) -> None:
    now = timezone.now()
    late = Effect.objects.create(
        kind="mail", given_up_at=now, attempts=15, due_at=now + timedelta(hours=6), last_error="x"
    )
    done = Effect.objects.create(kind="mail", done_at=now, due_at=now - timedelta(days=1))

    as_operator.post(
        reverse("admin:outbox_effect_changelist"),
        {"action": "try_again", "_selected_action": [late.pk, done.pk]},
    )

    late.refresh_from_db()
    assert late.given_up_at is None
    assert late.attempts == 0
    assert late.due_at <= timezone.now()
    done.refresh_from_db()
    assert done.due_at < now
    assert LogEntry.objects.filter(object_id=str(late.pk)).count() == 1
    assert not LogEntry.objects.filter(object_id=str(done.pk)).exists()


def test_try_again_needs_the_permission_to_change(db: None, client: Client) -> None:
    from django.contrib.auth.models import Permission

    reader = make_player("rita", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_effect"))
    client.force_login(reader)
    effect = Effect.objects.create(kind="mail", given_up_at=timezone.now())

    client.post(
        reverse("admin:outbox_effect_changelist"),
        {"action": "try_again", "_selected_action": [effect.pk]},
    )

    effect.refresh_from_db()
    assert effect.given_up_at is not None


@pytest.mark.parametrize(
    ("state", "count"), [("waiting", 2), ("failing", 1), ("given-up", 1), ("done", 1), ("", 4)]
)
def test_effects_can_be_filtered_by_state(as_operator: Client, state: str, count: int) -> None:
    now = timezone.now()
    Effect.objects.create(kind="mail")
    Effect.objects.create(kind="mail", last_error="x", claimed_until=now + timedelta(minutes=1))
    Effect.objects.create(kind="mail", given_up_at=now)
    Effect.objects.create(kind="mail", done_at=now)

    page = as_operator.get(
        reverse("admin:outbox_effect_changelist"), {"state": state} if state else {}
    )

    assert page.context["cl"].result_count == count


def test_the_index_begins_with_what_operators_need(as_operator: Client) -> None:
    apps = [a["app_label"] for a in as_operator.get(reverse("admin:index")).context["app_list"]]

    assert apps[0] == "outbox"
    assert apps[-1] == "admin"
    assert admin.site.site_title == "Administration"
