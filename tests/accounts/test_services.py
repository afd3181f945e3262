"""What the services of accounts promise, at their limits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import selectors, tokens
from accounts.errors import BadToken, Refused
from accounts.models import Block, DataExport, Friendship, RetiredName, User
from accounts.names import retired_digest
from accounts.services import data, deletion, friends, guests, preferences, sessions
from notices.models import Notice
from outbox.models import Effect
from tests.accounts.conftest import Mails
from tests.conftest import PASSWORD, make_player
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def refusal(act: Any, **given: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(**given)
    assert caught.value.message  # a sentence for the player
    return caught.value.code


def crowd(count: int) -> list[User]:
    return User.objects.bulk_create(
        User(username=f"sailor{n}", name_key=f"sailor{n}", email=f"s{n}@example.org")
        for n in range(count)
    )


def told() -> list[User]:
    """Who has heard of a request, once for each time."""
    rows = ours(Notice).filter(kind="friends").select_related("user").order_by("pk")
    return [row.user for row in rows]


# --- friends ------------------------------------------------------------------------------


def test_each_refusal_says_why(alice: User, bob: User, guest: User, former: User) -> None:
    assert refusal(friends.ask, asker=alice, asked=alice) == "self"
    assert refusal(friends.ask, asker=guest, asked=alice) == "guest"
    assert refusal(friends.ask, asker=alice, asked=guest) == "guest"
    assert refusal(friends.ask, asker=alice, asked=former) == "guest"
    assert refusal(friends.accept, user=alice, other=bob) == "no_request"
    assert refusal(friends.decline, user=alice, other=bob) == "no_request"
    assert refusal(friends.block, user=alice, other=alice) == "self"
    assert refusal(friends.block, user=alice, other=former) == "former"
    friends.block(user=alice, other=bob)
    assert refusal(friends.ask, asker=alice, asked=bob) == "blocked"
    assert refusal(friends.ask, asker=bob, asked=alice) == "not_taking"


def test_fifty_requests_may_wait(alice: User, bob: User, charlie: User) -> None:
    Friendship.objects.bulk_create(Friendship(asker=alice, asked=user) for user in crowd(49))

    friends.ask(asker=alice, asked=bob)

    assert refusal(friends.ask, asker=alice, asked=charlie) == "too_many"
    friends.ask(asker=charlie, asked=alice)  # those of others do not count


def test_five_hundred_friends_are_enough(alice: User, bob: User, charlie: User) -> None:
    now = timezone.now()
    people = crowd(499)
    Friendship.objects.bulk_create(
        [Friendship(asker=alice, asked=user, accepted_at=now) for user in people[:250]]
        + [Friendship(asker=user, asked=alice, accepted_at=now) for user in people[250:]]
    )
    for user in (bob, charlie):
        friends.ask(asker=user, asked=alice)

    friends.accept(user=alice, other=bob)

    assert refusal(friends.accept, user=alice, other=charlie) == "full"
    assert refusal(friends.ask, asker=alice, asked=make_player("dora")) == "full"


def test_a_declined_request_is_repeated_after_a_month(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.decline(user=bob, other=alice)
    declined = ours(Friendship).get().declined_at
    assert declined is not None

    with time_machine.travel(declined + timedelta(days=30), tick=False):
        friends.ask(asker=alice, asked=bob)
    assert not selectors.requests_to(bob)
    with time_machine.travel(declined + timedelta(days=30, seconds=1), tick=False):
        row = friends.ask(asker=alice, asked=bob)
        assert (row.declined_at, row.asked_at) == (None, timezone.now())
    assert [found.asker for found in selectors.requests_to(bob)] == [alice]
    assert told() == [bob, bob]


def test_friends_who_ask_again_stay_friends_without_a_word(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.accept(user=bob, other=alice)
    since = ours(Friendship).get().accepted_at

    for asker, asked in ((alice, bob), (bob, alice)):
        assert friends.ask(asker=asker, asked=asked).accepted_at == since
    assert told() == [bob]


def test_asking_twice_is_asking_once(alice: User, bob: User) -> None:
    for _ in range(2):
        friends.ask(asker=alice, asked=bob)

    assert ours(Friendship).count() == 1
    assert told() == [bob]


def test_the_answer_yes_to_a_declined_request_makes_friends(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.decline(user=bob, other=alice)
    assert refusal(friends.accept, user=bob, other=alice) == "no_request"

    row = friends.ask(asker=bob, asked=alice)

    assert row.accepted_at is not None
    assert row.declined_at is None


@pytest.mark.parametrize("faster", ["the other one", "a second click"])
def test_two_requests_in_one_moment_are_one(
    alice: User,
    bob: User,
    charlie: User,
    mails: Mails,
    monkeypatch: pytest.MonkeyPatch,
    faster: str,
) -> None:
    """Nothing was there when we looked; when we wrote, somebody had been faster."""
    first = (bob, alice) if faster == "the other one" else (alice, bob)
    Friendship.objects.create(asker=first[0], asked=first[1])
    for one, other in ((alice, charlie), (bob, charlie), (make_player("dora"), alice)):
        Friendship.objects.create(asker=one, asked=other)
    monkeypatch.setattr(selectors, "friendship", lambda one, other: None)

    row = friends.ask(asker=alice, asked=bob)

    assert {row.asker, row.asked} == {alice, bob}
    assert ours(Friendship).count() == 4
    assert (row.accepted_at is not None) is (faster == "the other one")
    assert told() == []


def test_a_request_is_taken_back_and_a_friendship_ended_by_either(alice: User, bob: User) -> None:
    friends.remove(user=alice, other=bob)  # nothing there is fine
    friends.ask(asker=alice, asked=bob)
    friends.remove(user=alice, other=bob)
    assert not ours(Friendship).exists()
    friends.ask(asker=alice, asked=bob)
    friends.accept(user=bob, other=alice)
    friends.remove(user=bob, other=alice)
    assert not ours(Friendship).exists()
    friends.ask(asker=alice, asked=bob)
    friends.decline(user=bob, other=alice)
    friends.remove(user=bob, other=alice)  # who declined may forget it, who asked may not
    assert not ours(Friendship).exists()


def test_a_block_is_lifted_by_who_made_it(alice: User, bob: User) -> None:
    friends.block(user=alice, other=bob)
    friends.block(user=bob, other=alice)

    friends.unblock(user=alice, other=bob)

    assert list(Block.objects.values_list("blocker", "blocked")) == [(bob.pk, alice.pk)]


def test_a_block_ends_only_the_friendship_of_these_two(
    alice: User, bob: User, charlie: User
) -> None:
    for other in (bob, charlie):
        friends.ask(asker=alice, asked=other)
        friends.accept(user=other, other=alice)
    friends.ask(asker=bob, asked=charlie)

    friends.block(user=bob, other=alice)

    assert selectors.friends(alice) == [charlie]
    assert [found.asker for found in selectors.requests_to(charlie)] == [bob]


# --- deletion -----------------------------------------------------------------------------


def test_asking_again_does_not_start_the_week_anew(
    alice: User, mails: Mails, settings: Any
) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        assert deletion.request(user=alice).deletion_due == now + settings.DELETION_GRACE
    with time_machine.travel(now + timedelta(days=3), tick=False):
        assert deletion.request(user=alice).deletion_due == now + settings.DELETION_GRACE
    assert len(mails("deletion_requested")) == 1


def test_staff_asks_another_administrator(alice: User) -> None:
    alice.is_staff = True
    alice.save()

    assert refusal(deletion.request, user=alice) == "staff"
    alice.refresh_from_db()
    assert alice.deletion_due is None


def test_there_is_nothing_to_cancel_twice(alice: User, mails: Mails) -> None:
    assert deletion.cancel(user=alice) is False
    assert not mails("deletion_cancelled")
    deletion.request(user=alice)

    assert deletion.cancel(user=alice) is True
    assert deletion.cancel(user=alice) is False
    assert len(mails("deletion_cancelled")) == 1


def test_a_link_stops_the_deletion_it_was_sent_for(alice: User) -> None:
    token = tokens.cancel_deletion(deletion.request(user=alice))

    assert deletion.cancel_by_link(token=token) == alice

    alice.refresh_from_db()
    assert alice.deletion_due is None
    with pytest.raises(BadToken, match=r"^used$"):
        deletion.cancel_by_link(token=token)


def test_the_week_is_a_week(alice: User, bob: User, mails: Mails) -> None:
    due = deletion.request(user=alice).deletion_due
    assert due is not None

    with time_machine.travel(due - timedelta(seconds=1), tick=False):
        assert deletion.carry_out_due() == 0
    with time_machine.travel(due, tick=False):
        assert deletion.carry_out_due() == 1
        assert deletion.carry_out_due() == 0
    assert User.objects.get(pk=alice.pk).is_former
    assert not User.objects.get(pk=bob.pk).is_former
    assert len(mails("deletion_done", to="alice@example.org")) == 1


def test_nothing_personal_is_left_on_the_row(alice: User, settings: Any) -> None:
    now = timezone.now()
    User.objects.filter(pk=alice.pk).update(
        language="fr", time_zone="Europe/Paris", theme="dark", patterns=True, is_staff=True,
        is_superuser=True, is_guest=True, last_seen=now, last_login=now, deletion_due=now,
        mail_choices={"friends": False},
    )  # fmt: skip
    alice.refresh_from_db()
    name_key = alice.name_key
    alice.groups.add(Group.objects.create(name="crew"))
    alice.user_permissions.add(Permission.objects.all()[0])

    with time_machine.travel(now, tick=False):
        deletion.anonymise(user=alice)

    gone = User.objects.get(pk=alice.pk)
    assert (gone.email, gone.language, gone.time_zone, gone.theme) == ("", "", "UTC", "auto")
    assert (gone.patterns, gone.mail_choices) == (False, {})
    assert not any((gone.is_guest, gone.is_active, gone.is_staff, gone.is_superuser))
    assert (gone.last_seen, gone.last_login, gone.deletion_due) == (None, None, None)
    assert gone.anonymised_at == now
    assert not gone.has_usable_password()
    assert not gone.groups.exists()
    assert not gone.user_permissions.exists()
    retired = RetiredName.objects.get()
    assert retired.digest == retired_digest(name_key)
    assert retired.until == now + settings.RETIRED_NAME_LIFETIME


def test_deleting_twice_is_deleting_once(alice: User) -> None:
    first = deletion.anonymise(user=alice)
    name, when = first.username, first.anonymised_at

    again = deletion.anonymise(user=User.objects.get(pk=alice.pk))

    assert (again.username, again.anonymised_at) == (name, when)


def test_the_name_of_a_guest_need_not_be_kept_free(guest: User) -> None:
    deletion.anonymise(user=guest)

    assert not RetiredName.objects.exists()


def test_former_players_find_names_though_the_short_ones_are_taken(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda n: "0123456789")
    assert deletion.anonymise(user=alice).username == "former-0123"

    assert deletion.anonymise(user=bob).username == "former-01234"


def test_without_a_free_name_nothing_is_deleted(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda n: "0123456789")
    for length in (4, 5, 6, 8, 10):
        deletion.anonymise(user=User.objects.create_user(f"sailor{length}", "", "x"))

    with pytest.raises(RuntimeError):
        deletion.anonymise(user=alice)
    assert User.objects.get(pk=alice.pk).username == "alice"


# --- guests -------------------------------------------------------------------------------


def test_a_guest_speaks_and_lives_as_the_browser_says() -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        guest = guests.create(language="fr", time_zone="Europe/Paris")

    guest.refresh_from_db()
    assert (guest.language, guest.time_zone, guest.last_seen) == ("fr", "Europe/Paris", now)
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert not guest.is_named


def test_guests_find_names_though_the_short_ones_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda n: "0123456789")

    names = [guests.create().username for _ in range(5)]

    assert names == [f"Guest-{'0123456789'[:length]}" for length in (4, 5, 6, 8, 10)]
    with pytest.raises(RuntimeError):
        guests.create()


def choose(user: User, name: str = "Marlow") -> EmailAddress:
    return guests.choose_identity(
        user=user, username=name, email="marlow@example.org", password=PASSWORD
    )


def test_a_guest_who_chooses_a_name_stays_a_guest_until_the_address_is_confirmed(
    guest: User,
) -> None:
    choose(guest, "Typo")
    address = choose(guest)

    guest.refresh_from_db()
    assert (guest.username, guest.name_key, guest.email) == (
        "Marlow", "marlow", "marlow@example.org",
    )  # fmt: skip
    assert guest.check_password(PASSWORD)
    assert guest.is_guest
    assert list(EmailAddress.objects.filter(user=guest)) == [address]
    assert (address.primary, address.verified) == (True, False)
    guests.become_full(user=guest)
    assert not guest.is_guest
    assert not User.objects.get(pk=guest.pk).is_guest


def test_a_name_is_chosen_by_guests_and_once(alice: User, guest: User) -> None:
    assert refusal(
        guests.choose_identity, user=alice, username="M", email="m@example.org", password=PASSWORD
    ) == "not_a_guest"  # fmt: skip
    assert refusal(
        guests.choose_identity, user=guest, username="Alice", email="m@example.org",
        password=PASSWORD,
    ) == "name_taken"  # fmt: skip
    guest.refresh_from_db()
    assert guest.username.startswith("Guest-")


def test_idle_is_measured_from_the_last_visit(guest: User, settings: Any) -> None:
    seen = timezone.now()
    User.objects.filter(pk=guest.pk).update(last_seen=seen, date_joined=seen - timedelta(days=90))

    with time_machine.travel(seen + settings.GUEST_LIFETIME, tick=False):
        assert guests.expire() == 0
    with time_machine.travel(seen + settings.GUEST_LIFETIME + timedelta(seconds=1), tick=False):
        assert guests.expire() == 1


def test_a_guest_never_seen_counts_from_the_day_it_was_made(guest: User, settings: Any) -> None:
    User.objects.filter(pk=guest.pk).update(
        last_seen=None,
        date_joined=timezone.now() - settings.GUEST_LIFETIME - timedelta(minutes=1),
    )

    assert guests.expire() == 1


def hire(ids: set[int]) -> set[int]:
    User.objects.filter(pk__in=ids).update(is_staff=True)
    return set()


def test_who_joined_the_staff_meanwhile_is_not_forgotten(guest: User, settings: Any) -> None:
    settings.GUEST_KEEPERS = ["tests.accounts.test_services.hire"]

    with time_machine.travel(timezone.now() + timedelta(days=90)):
        assert guests.expire() == 0

    assert User.objects.filter(pk=guest.pk, anonymised_at=None).exists()


@pytest.mark.parametrize(
    "known", ["verified", "logged in", "seen", "staff", "without an address", "young"]
)
def test_who_signed_up_is_forgotten_only_if_nothing_ever_came_of_it(
    known: str, settings: Any
) -> None:
    user = User.objects.create_user("Nobody1", "n@example.org", "x", is_staff=known == "staff")
    if known != "without an address":
        EmailAddress.objects.create(
            user=user, email="n@example.org", verified=known == "verified", primary=True
        )
    now = timezone.now()
    User.objects.filter(pk=user.pk).update(
        last_login=now if known == "logged in" else None,
        last_seen=now if known == "seen" else None,
        date_joined=now
        - settings.UNCONFIRMED_LIFETIME
        + timedelta(minutes=1 if known == "young" else -1),
    )

    assert guests.expire() == 0
    assert User.objects.filter(pk=user.pk, anonymised_at=None).exists()


# --- preferences, sessions, data ----------------------------------------------------------


def test_what_was_chosen_is_kept_for_who_chose_it(alice: User, bob: User) -> None:
    preferences.save(
        user=alice, language="fr", time_zone="Europe/Paris", theme="dark", patterns=True
    )

    for user in (alice, bob):
        user.refresh_from_db()
    assert (alice.language, alice.time_zone, alice.theme) == ("fr", "Europe/Paris", "dark")
    assert alice.patterns
    assert (bob.language, bob.time_zone, bob.theme, bob.patterns) == ("", "UTC", "auto", False)


def test_a_language_we_do_not_speak_changes_nothing(alice: User, bob: User) -> None:
    preferences.set_language(user=alice, language="fr")
    preferences.set_language(user=alice, language="xx")

    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.language, bob.language) == ("fr", "")


def test_a_visit_is_noted_for_who_came(alice: User, bob: User) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        preferences.seen(user=alice)

    assert alice.last_seen == now
    assert dict(ours(User).values_list("username", "last_seen")) == {"alice": now, "bob": None}


def test_a_device_is_logged_out_by_its_owner_alone(alice: User, bob: User) -> None:
    client = Client()
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    client.get(reverse("usersessions_list"))
    device = UserSession.objects.get(user=alice)

    assert sessions.end(user=bob, pk=device.pk) is False
    assert client.get(reverse("preferences")).status_code == 200
    assert sessions.end(user=alice, pk=device.pk) is True

    assert client.get(reverse("preferences")).status_code == 302
    assert sessions.end(user=alice, pk=device.pk) is False


def test_all_devices_but_this_one_are_logged_out(alice: User, bob: User) -> None:
    here, there, elsewhere = Client(), Client(), Client()
    for client, name in ((here, "alice"), (there, "alice"), (elsewhere, "bob")):
        client.post(reverse("account_login"), {"login": name, "password": PASSWORD})

    page = here.post(reverse("usersessions_list"), follow=True).content.decode()

    assert "All other devices have been logged out." in page
    statuses = [c.get(reverse("preferences")).status_code for c in (here, there, elsewhere)]
    assert statuses == [200, 302, 200]
    assert UserSession.objects.filter(user=alice).count() == 1
    assert UserSession.objects.filter(user=bob).count() == 1


def test_only_sessions_that_ran_out_are_cleared() -> None:
    now = timezone.now()
    for key, when in (("old", now - timedelta(minutes=1)), ("new", now + timedelta(minutes=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=when)

    assert sessions.clear_expired() == 1
    assert Session.objects.get().session_key == "new"


def test_one_file_at_a_time_is_built_for_everybody(alice: User, bob: User) -> None:
    first = data.request_export(user=alice)

    assert data.request_export(user=alice) == first
    assert data.request_export(user=bob) != first

    effects = Effect.objects.filter(kind="data-export").order_by("pk")
    assert [(e.payload, e.lane) for e in effects] == [
        ({"export": export.pk}, "slow") for export in DataExport.objects.order_by("pk")
    ]
    DataExport.objects.filter(pk=first.pk).update(state=DataExport.State.BUILDING)
    assert data.request_export(user=alice) == first
    DataExport.objects.filter(pk=first.pk).update(state=DataExport.State.READY)
    assert data.request_export(user=alice) != first


def test_requests_that_never_came_to_an_end_go_after_two_days(alice: User, bob: User) -> None:
    now = timezone.now()
    stuck, young = data.request_export(user=alice), data.request_export(user=bob)
    DataExport.objects.filter(pk=stuck.pk).update(requested_at=now - timedelta(days=2, minutes=1))
    DataExport.objects.filter(pk=young.pk).update(requested_at=now - timedelta(days=1, hours=23))

    assert data.expire_exports() == 1
    assert list(DataExport.objects.all()) == [young]


def test_a_file_stays_until_its_day(alice: User) -> None:
    export = data.request_export(user=alice)
    now = timezone.now()
    DataExport.objects.filter(pk=export.pk).update(
        expires_at=now + timedelta(minutes=1), requested_at=now - timedelta(days=9)
    )

    assert data.expire_exports() == 0
    DataExport.objects.filter(pk=export.pk).update(expires_at=now - timedelta(minutes=1))
    assert data.expire_exports() == 1
