from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connections
from django.test import Client
from pytest_django import Settings

from accounts.models import Block, User
from games.errors import TableError
from games.models import Invitation, Match
from games.paces import days
from games.services.tables import invite, lobby, seating
from notices.services import choices
from outbox.models import Effect
from tests.conftest import make_player
from tests.games.helpers import carry_out, finished, open_table, queries, running
from tests.notices.helpers import letters, work
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def test_everyone_sees_the_charter_before_joining(alice: User, client: Client) -> None:
    match = open_table(alice, size=3, pace=days(5), take_backs="never")
    page = client.get(f"/t/{match.code}/").content.decode()
    for words in ("5 days per turn", "Confirmed turns are final", match.commitment):
        assert words in page


def test_the_secret_stays_secret_until_the_end(alice: User, as_alice: Client) -> None:
    match = open_table(alice)
    assert match.secret not in as_alice.get(f"/t/{match.code}/").content.decode()


def test_join_with_a_word_of_ones_own(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, size=3)
    as_bob.post(f"/t/{match.code}/join/", {"nonce": "north-wind"})
    assert match.seats.get(user=bob).nonce == "north-wind"


def test_a_strange_word_is_replaced(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, size=3)
    as_bob.post(f"/t/{match.code}/join/", {"nonce": "<b>\x01"})
    assert match.seats.get(user=bob).nonce.isalnum()


def test_joining_twice_is_joining_once(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, size=3)
    for _ in range(2):
        assert as_bob.post(f"/t/{match.code}/join/").status_code == 302
    assert match.seats.count() == 2


def test_a_stale_page_joins_nothing(
    alice: User, bob: User, as_charlie: Client, charlie: User
) -> None:
    match = running(alice, bob)
    answer = as_charlie.post(f"/t/{match.code}/join/", follow=True)
    assert not match.seats.filter(user=charlie).exists()
    assert "no longer possible" in answer.content.decode()


def test_the_opener_closes_the_table_by_leaving(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = open_table(alice, bob, size=3)
    as_bob.post(f"/t/{match.code}/get-up/")
    assert match.seats.count() == 1
    as_alice.post(f"/t/{match.code}/get-up/")
    match.refresh_from_db()
    assert match.status == "cancelled"
    assert "This table is closed" in as_alice.get(f"/t/{match.code}/").content.decode()


def test_the_seats_are_sent_only_when_they_changed(
    alice: User, bob: User, as_alice: Client
) -> None:
    match = open_table(alice, size=3)
    url = f"/t/{match.code}/seats/"
    first = as_alice.get(url)
    version = first.context["version"]
    assert as_alice.get(url, {"v": version}).status_code == 204
    lobby.join(code=match.code, user=bob)
    assert as_alice.get(url, {"v": version}).status_code == 200
    lobby.add_bot(code=match.code, user=alice)
    assert as_alice.get(url)["HX-Redirect"] == f"/t/{match.code}/"


def test_the_computer_takes_a_free_seat(alice: User, as_alice: Client, as_bob: Client) -> None:
    match = open_table(alice)
    assert as_bob.post(f"/t/{match.code}/bot/").status_code == 403
    as_alice.post(f"/t/{match.code}/bot/")
    match.refresh_from_db()
    assert match.is_running


def test_one_seat_many_hands(transactional_db: None) -> None:
    """Six people want the last seat at the same moment: one gets it."""
    people = [make_player(f"sailor{n}") for n in range(7)]
    match = open_table(people[0], size=2)
    ready = Barrier(6)
    refused: list[str] = []

    def sit(user: User) -> None:
        ready.wait()
        try:
            lobby.join(code=match.code, user=user)
        except TableError as error:
            refused.append(error.code)
        finally:
            connections.close_all()

    threads = [Thread(target=sit, args=(user,)) for user in people[1:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.count() == 2
    assert refused == ["closed"] * 5


# --- invitations --------------------------------------------------------------------------


def test_invited_by_name(alice: User, bob: User, as_alice: Client, as_bob: Client) -> None:
    match = open_table(alice, visibility="invited")
    assert as_bob.get(f"/t/{match.code}/").status_code == 404
    assert as_alice.post(f"/t/{match.code}/invite/", {"who": "Bob"}).status_code == 302
    work()
    (mail,) = letters()
    assert mail.to == ["bob@example.org"]
    assert mail.subject == "alice invites you to a match of Nauticus"
    assert "alice invites you" in as_bob.get("/").content.decode()
    assert as_bob.post(f"/t/{match.code}/accept/").status_code == 302
    match.refresh_from_db()
    assert match.is_running


def test_asked_twice_is_mailed_once(alice: User, bob: User) -> None:
    match = open_table(alice)
    for _ in range(2):
        invite.by_name(code=match.code, user=alice, name="bob")
        work()
    assert [mail.to for mail in letters()] == [["bob@example.org"]]


def test_who_wants_no_such_mail_gets_none(alice: User, bob: User) -> None:
    choices.save(user=bob, switches={"invitation": {"mail": False}})
    invite.by_name(code=open_table(alice).code, user=alice, name="bob")
    assert Invitation.objects.filter(user=bob).exists()
    work()
    assert letters() == []


def test_declined(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, visibility="invited")
    invite.by_name(code=match.code, user=alice, name="bob")
    as_bob.post(f"/t/{match.code}/decline/")
    assert "invites you" not in as_bob.get("/").content.decode()


@pytest.mark.parametrize("who", ["nobody", "alice", "bob", "no@", "", "x" * 300])
def test_who_cannot_be_invited(alice: User, bob: User, as_alice: Client, who: str) -> None:
    Block.objects.create(blocker=bob, blocked=alice)
    match = open_table(alice)
    assert as_alice.post(f"/t/{match.code}/invite/", {"who": who}).status_code in (403, 422)
    assert not ours(Invitation).exists()


def test_invited_by_mail_without_an_account(alice: User, client: Client) -> None:
    match = open_table(alice, visibility="invited")
    invite.by_mail(code=match.code, user=alice, email="Dora@Example.net")
    carry_out()
    mail = Effect.objects.get(kind="mail").payload
    token = ours(Invitation).get().token
    assert f"/invitation/{token}/" in mail["text"]
    assert f"/invitation/{token}/" in mail["html"]

    assert client.get(f"/t/{match.code}/").status_code == 404
    assert client.get(f"/invitation/{token}/").status_code == 200
    assert client.post(f"/t/{match.code}/join/").status_code == 302
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.filter(user__is_guest=True).exists()


def test_a_known_address_is_not_given_away(alice: User, bob: User, as_alice: Client) -> None:
    match = open_table(alice)
    known = as_alice.post(f"/t/{match.code}/invite/", {"who": "bob@example.org"}, follow=True)
    other = as_alice.post(f"/t/{match.code}/invite/", {"who": "eve@example.org"}, follow=True)
    assert "on its way" in known.content.decode()
    assert "on its way" in other.content.decode()
    assert not Invitation.objects.filter(user=bob).exists()


def test_guests_send_no_mails(alice: User) -> None:
    alice.is_guest = True
    alice.save()
    with pytest.raises(TableError):
        invite.by_mail(code=open_table(alice).code, user=alice, email="eve@example.org")


def test_only_the_opener_invites(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, bob, size=3)
    assert as_bob.post(f"/t/{match.code}/invite/", {"who": "alice"}).status_code == 403


def test_an_unknown_invitation_leads_nowhere(db: None, client: Client) -> None:
    assert client.get("/invitation/abcdefgh/").status_code == 404


def test_the_table_needs_no_more_queries_with_more_people(
    alice: User, bob: User, charlie: User, as_alice: Client
) -> None:
    match = open_table(alice, bob, size=4)
    few = queries(as_alice, f"/t/{match.code}/")
    lobby.join(code=match.code, user=charlie)
    assert queries(as_alice, f"/t/{match.code}/") == few <= 14


# --- one mail, one person -----------------------------------------------------------------


def mailed(alice: User, **charter: object) -> tuple[Match, str]:
    match = open_table(alice, size=4, **charter)
    invite.by_mail(code=match.code, user=alice, email="dora@example.net")
    return match, f"/invitation/{match.invitations.get(email='dora@example.net').token}/"


def test_a_mail_is_good_for_one_person(alice: User) -> None:
    match, link = mailed(alice, visibility="invited")
    first, second = Client(), Client()
    assert first.get(link).status_code == 200
    assert second.get(link).status_code == 200

    assert first.post(f"/t/{match.code}/join/").status_code == 302

    assert second.post(f"/t/{match.code}/join/").status_code == 404
    assert match.seats.count() == 2
    late = second.get(link)
    assert late.status_code == 410
    assert "has been used" in late.content.decode()
    assert second.get(f"/t/{match.code}/").status_code == 404
    assert second.get(f"/t/{match.code}/seats/").status_code == 404


def test_whoever_used_the_mail_keeps_access(alice: User) -> None:
    match, link = mailed(alice, visibility="invited")
    guest = Client()
    guest.get(link)
    guest.post(f"/t/{match.code}/join/")
    assert guest.get(link).status_code == 200
    guest.post(f"/t/{match.code}/get-up/")
    assert guest.get(f"/t/{match.code}/").status_code == 200
    assert guest.post(f"/t/{match.code}/join/").status_code == 302
    assert match.seats.count() == 2


def test_a_used_mail_for_a_public_table_says_so_and_leads_there(alice: User, bob: User) -> None:
    match, link = mailed(alice)
    guest = Client()
    guest.get(link)
    guest.post(f"/t/{match.code}/join/")
    late = Client().get(link)
    assert late.status_code == 410
    assert f"/t/{match.code}/" in late.content.decode()


def test_a_mail_read_too_late_says_so(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    match, link = mailed(alice, visibility="invited")
    for name in ("bob", "charlie"):
        invite.by_name(code=match.code, user=alice, name=name)
    for user in (bob, charlie):
        lobby.join(code=match.code, user=user)
    lobby.add_bot(code=match.code, user=alice)
    late = client.get(link)
    assert late.status_code == 410
    assert "no longer open" in late.content.decode()


def test_an_invitation_by_name_is_for_nobody_else(
    alice: User, bob: User, as_bob: Client, as_charlie: Client, client: Client
) -> None:
    match = open_table(alice, visibility="invited")
    asked = invite.by_name(code=match.code, user=alice, name="bob")
    link = f"/invitation/{asked.token}/"
    assert client.get(link).url.startswith("/account/login/")  # type: ignore[attr-defined]
    assert as_charlie.get(link).status_code == 410
    assert as_charlie.post(f"/t/{match.code}/join/").status_code == 404
    assert as_bob.get(link).status_code == 200


def test_who_was_invited_and_did_not_come_does_not_watch(
    alice: User, bob: User, charlie: User, as_charlie: Client
) -> None:
    match = open_table(alice, visibility="invited")
    for name in ("bob", "charlie"):
        invite.by_name(code=match.code, user=alice, name=name)
    assert as_charlie.get(f"/t/{match.code}/").status_code == 200
    lobby.join(code=match.code, user=bob)
    assert as_charlie.get(f"/t/{match.code}/").status_code == 404


# --- asked to leave -----------------------------------------------------------------------


def test_a_kicked_player_does_not_sit_down_again(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = open_table(alice, bob, size=3)
    number = match.seats.get(user=bob).number
    as_alice.post(f"/t/{match.code}/kick/", {"seat": str(number)})

    answer = as_bob.post(f"/t/{match.code}/join/")

    assert answer.status_code == 403
    assert "removed from this table" in answer.content.decode()
    assert "Sit down" not in answer.content.decode()
    assert not match.seats.filter(user=bob).exists()


def test_invited_anew_they_may_return(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, bob, size=3)
    lobby.kick(code=match.code, user=alice, number=match.seats.get(user=bob).number)
    invite.by_name(code=match.code, user=alice, name="bob")
    assert as_bob.post(f"/t/{match.code}/accept/").status_code == 302
    assert match.seats.filter(user=bob).exists()
    match.refresh_from_db()
    assert match.removed == []


def test_who_may_return_is_told_and_who_declined_is_left_in_peace(
    alice: User, bob: User, charlie: User
) -> None:
    match = open_table(alice, size=4)
    for name in ("bob", "charlie"):
        invite.by_name(code=match.code, user=alice, name=name)
    work()
    invite.accept(code=match.code, user=bob)
    invite.decline(code=match.code, user=charlie)
    lobby.kick(code=match.code, user=alice, number=match.seats.get(user=bob).number)
    for name in ("bob", "charlie"):
        invite.by_name(code=match.code, user=alice, name=name)
    work()
    sent = [to for mail in letters() for to in mail.to]
    assert sorted(sent) == ["bob@example.org", "bob@example.org", "charlie@example.org"]


def test_an_old_invitation_does_not_lead_back(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, visibility="invited", size=3)
    invite.by_name(code=match.code, user=alice, name="bob")
    as_bob.post(f"/t/{match.code}/accept/")
    lobby.kick(code=match.code, user=alice, number=match.seats.get(user=bob).number)
    for path in ("accept/", "join/"):
        assert as_bob.post(f"/t/{match.code}/{path}").status_code == 403
    assert not match.seats.filter(user=bob).exists()


def test_the_computer_can_be_removed_and_come_back(alice: User) -> None:
    match = open_table(alice, size=3)
    lobby.add_bot(code=match.code, user=alice)
    lobby.kick(code=match.code, user=alice, number=1)
    lobby.add_bot(code=match.code, user=alice)
    match.refresh_from_db()
    assert match.removed == []
    assert match.seats.count() == 2


# --- the charter --------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [open_table, running, finished])
def test_the_charter_is_read_before_during_and_after(
    alice: User, bob: User, client: Client, begin: Callable[..., Match]
) -> None:
    match = begin(alice, bob, pace=days(5), take_backs="never", options={"rounds": 1})
    page = client.get(f"/t/{match.code}/charter/").content.decode()
    for words in (
        "5 days per turn", "Confirmed turns are final", "The computer takes over",
        "1 round", "Random", "Anyone can watch", match.commitment, "/fairness/",
    ):  # fmt: skip
        assert words in page
    if not match.is_open:
        page = client.get(f"/t/{match.code}/").content.decode()
        assert f"/t/{match.code}/charter/" in page


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        (open_table, "shows its fingerprint now, before all seats are taken"),
        (running, "showed its fingerprint before all seats were taken"),
        (finished, "The secret behind the deal is public now"),
    ],
)
def test_the_charter_says_where_the_secret_is_at(
    alice: User, bob: User, client: Client, begin: Callable[..., Match], words: str
) -> None:
    match = open_table(alice, size=3) if begin is open_table else begin(alice, bob)
    assert words in client.get(f"/t/{match.code}/charter/").content.decode()


def test_the_charter_of_pass_and_play_promises_nothing_it_does_not_keep(
    alice: User, as_alice: Client
) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2)
    page = as_alice.get(f"/t/{match.code}/charter/").content.decode()
    assert "None: you’re sharing a device" in page
    assert "can be taken back if everyone agrees" not in page
    assert "The computer takes over" not in page


# --- dates --------------------------------------------------------------------------------


def test_an_appointment_is_told_in_the_readers_zone(alice: User, as_alice: Client) -> None:
    alice.time_zone = "Asia/Tbilisi"
    alice.save()
    with time_machine.travel("2026-11-16T12:00:00Z", tick=False):
        match = open_table(alice, start_at=datetime(2026, 11, 17, 10, 5, tzinfo=UTC))
        page = as_alice.get(f"/t/{match.code}/").content.decode()
    assert "17 Nov 2026, 14:05 UTC+04" in page


@time_machine.travel("2026-03-01T12:10:00Z", tick=False)
def test_looking_back_has_a_limit(
    alice: User, bob: User, as_alice: Client, settings: Settings
) -> None:
    match = running(alice, bob)
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "look_back": "2/h/user"}
    found = [as_alice.get(f"/t/{match.code}/{path}").status_code for path in ("at/0/",) * 3]
    assert found == [200, 200, 429]
    assert as_alice.get(f"/t/{match.code}/").status_code == 200


def test_a_set_time_is_that_of_the_readers_zone(alice: User, as_alice: Client) -> None:
    alice.time_zone = "America/New_York"
    alice.save()
    assert "Your time zone: New York" in as_alice.get("/play/new/").content.decode()
