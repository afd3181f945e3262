from __future__ import annotations

import json
import uuid
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import exports, selectors, tokens
from accounts.models import Block, DataExport, Friendship, User
from accounts.services import data, deletion, friends
from accounts.tasks import housekeeping
from outbox.models import Effect
from outbox.services import run
from tests.accounts.conftest import Mails, link_in
from tests.conftest import PASSWORD
from tests.strangers import ours

EXPORT = "data_export"


def build() -> None:
    run(Effect.objects.get(kind="data-export", done_at__isnull=True).pk)


def test_it_builds_the_file_in_the_background(
    alice: User, bob: User, as_alice: Client, mails: Mails
) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.accept(user=bob, other=alice)

    assert as_alice.post(reverse(EXPORT)).status_code == 302
    assert as_alice.post(reverse(EXPORT)).status_code == 302  # twice is once
    page = as_alice.get(reverse(EXPORT), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 2s"' in page
    assert "<html" not in page
    effect = Effect.objects.get(kind="data-export")
    assert effect.lane == "slow"
    build()

    page = as_alice.get(reverse(EXPORT)).content.decode()
    export = DataExport.objects.get()
    link = reverse("data_export_file", args=[export.code])
    assert link in page
    assert "hx-trigger" not in page
    response = as_alice.get(link)
    assert response["Content-Disposition"] == 'attachment; filename="nauticus-alice.json"'
    assert "no-store" in response["Cache-Control"]
    content = json.loads(response.content)
    assert content["profile"]["username"] == "alice"
    assert content["addresses"] == [{"email": alice.email, "verified": True, "primary": True}]
    assert content["friends"]["friends"][0]["asked"] == "bob"
    assert exports.path_of(export.code).stat().st_mode & 0o077 == 0


def test_nobody_else_gets_the_file(alice: User, as_bob: Client) -> None:
    export = data.request_export(user=alice)
    build()

    assert as_bob.get(reverse("data_export_file", args=[export.code])).status_code == 404
    assert as_bob.get(reverse("data_export_file", args=[uuid.uuid4()])).status_code == 404


def test_progress_is_seen_section_by_section(alice: User, as_alice: Client, settings: Any) -> None:
    settings.DATA_EXPORT_SECTIONS = [
        ("a", "accounts.sections.profile"),
        ("b", "tests.accounts.test_data.look_half_way"),
    ]
    data.request_export(user=alice)
    build()

    assert SEEN == [(1, 2, "building")]
    assert DataExport.objects.get().percent == 100


SEEN: list[tuple[int, int, str]] = []


def look_half_way(user: User) -> None:
    export = DataExport.objects.get()
    SEEN.append((export.sections_done, export.sections, export.state))


def test_a_section_that_fails_is_tried_again(alice: User, settings: Any) -> None:
    settings.DATA_EXPORT_SECTIONS = [("a", "tests.accounts.test_data.no_such")]
    data.request_export(user=alice)
    build()
    assert DataExport.objects.get().is_at_work

    settings.DATA_EXPORT_SECTIONS = [("a", "accounts.sections.profile")]
    Effect.objects.update(due_at=timezone.now())
    build()
    assert DataExport.objects.get().state == "ready"


def test_files_expire(
    alice: User, as_alice: Client, django_capture_on_commit_callbacks: Any, settings: Any
) -> None:
    export = data.request_export(user=alice)
    build()
    path = exports.path_of(export.code)
    assert path.exists()

    later = timezone.now() + settings.DATA_EXPORT_LIFETIME + timedelta(minutes=1)
    with time_machine.travel(later):
        link = reverse("data_export_file", args=[export.code])
        assert as_alice.get(link).status_code == 404
        with django_capture_on_commit_callbacks(execute=True):
            assert data.expire_exports() == 1

    assert not path.exists()
    assert not DataExport.objects.exists()


# --- delete my account --------------------------------------------------------------------


@pytest.fixture
def proved(alice: User, client: Client) -> Client:
    """Alice, who has just typed her password."""
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def test_it_asks_who_is_there_first(alice: User, as_alice: Client) -> None:
    response = as_alice.post(reverse("delete_account"))

    assert response["Location"].startswith(reverse("account_reauthenticate"))
    alice.refresh_from_db()
    assert alice.deletion_due is None


def test_there_is_a_week_to_think(alice: User, proved: Client, mails: Mails, settings: Any) -> None:
    proved.post(reverse("delete_account"))

    alice.refresh_from_db()
    assert alice.deletion_due is not None
    (mail,) = mails("deletion_requested", to=alice.email)
    page = proved.get(reverse("preferences")).content.decode()
    assert "This account is scheduled for deletion" in page
    housekeeping()
    assert not User.objects.get(pk=alice.pk).is_former

    link = link_in(mail, "/cancel/")
    assert Client().get(link).status_code == 200
    alice.refresh_from_db()
    assert alice.deletion_due is not None  # a look is not a click
    assert Client().post(link).status_code == 200
    alice.refresh_from_db()
    assert alice.deletion_due is None
    assert mails("deletion_cancelled", to=alice.email)
    assert Client().post(link).status_code == 400  # used up


def test_a_button_keeps_the_account_too(alice: User, proved: Client) -> None:
    proved.post(reverse("delete_account"))
    proved.post(reverse("keep_account"))

    alice.refresh_from_db()
    assert alice.deletion_due is None


@pytest.mark.parametrize("token", ["x", "x" * 3000, "é", "a:b:c"])
def test_a_forged_cancel_link_is_refused(token: str, alice: User, client: Client) -> None:
    deletion.request(user=alice)

    response = client.post(reverse("cancel_deletion", args=[token]))

    assert response.status_code == 400
    alice.refresh_from_db()
    assert alice.deletion_due is not None


def test_a_link_of_an_earlier_request_stops_no_later_one(alice: User) -> None:
    user = deletion.request(user=alice)
    old = tokens.cancel_deletion(user)
    deletion.cancel(user=alice)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        deletion.request(user=alice)

    assert Client().post(reverse("cancel_deletion", args=[old])).status_code == 400


def test_afterwards_nothing_says_who_it_was(
    alice: User, bob: User, as_alice: Client, settings: Any, mails: Mails
) -> None:
    as_alice.get(reverse("usersessions_list"))
    friends.ask(asker=alice, asked=bob)
    friends.accept(user=bob, other=alice)
    friends.block(user=bob, other=User.objects.create_user("Other", "o@example.org", "x"))
    Block.objects.create(blocker=alice, blocked=User.objects.get(username="Other"))
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    data.request_export(user=alice)
    build()
    deletion.request(user=alice)
    Effect.objects.filter(kind="mail").update(done_at=timezone.now())
    letter = {"to": "alice@example.org"}  # composed when it was sent, so of a kind of its own
    sent = Effect.objects.create(kind="turn-mail", payload=letter, done_at=timezone.now())

    with time_machine.travel(timezone.now() + settings.DELETION_GRACE + timedelta(minutes=1)):
        housekeeping()
        housekeeping()

    gone = User.objects.get(pk=alice.pk)
    assert str(gone).startswith("Former player ")
    assert gone.username.startswith("former-")
    assert (gone.email, gone.is_active, gone.has_usable_password()) == ("", False, False)
    for rows in (
        EmailAddress.objects.filter(user=gone), UserSession.objects.filter(user=gone),
        Authenticator.objects.filter(user=gone), ours(Friendship).all(),
        Block.objects.filter(blocker=gone), DataExport.objects.all(),
    ):  # fmt: skip
        assert not rows.exists()
    assert selectors.friends(bob) == []
    assert as_alice.get(reverse("preferences")).status_code == 302
    assert not Effect.objects.filter(pk=sent.pk).exists()
    # the last mail is the only row that still knows the address, until it is sent
    assert [m["template"] for m in mails(to="alice@example.org")] == ["accounts/deletion_done"]
    login = Client().post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert login.status_code == 200
    assert User.objects.get(pk=bob.pk).is_named


def test_one_deletion_that_fails_does_not_stop_the_others(
    alice: User, bob: User, settings: Any
) -> None:
    settings.ANONYMISE_STEPS = ["tests.accounts.test_data.not_alice"]
    deletion.request(user=alice)
    deletion.request(user=bob)

    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert deletion.carry_out_due() == 1

    assert not User.objects.get(pk=alice.pk).is_former
    assert User.objects.get(pk=alice.pk).username == "alice"
    assert User.objects.get(pk=bob.pk).is_former


def not_alice(user: User) -> None:
    if user.username == "alice":
        raise RuntimeError


def test_staff_is_not_deleted_by_itself(alice: User, proved: Client) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True)

    assert proved.post(reverse("delete_account")).status_code == 409


def test_a_guest_goes_at_once(guest: User, as_guest: Client) -> None:
    assert as_guest.post(reverse("delete_account"))["Location"] == reverse("home")
    assert User.objects.get(pk=guest.pk).is_former
    assert "_auth_user_id" not in as_guest.session
