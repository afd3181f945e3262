from __future__ import annotations

from threading import Barrier, Thread

import pytest
from django.db import connections
from django.test import Client

from accounts.models import Block, User
from games.errors import TableError
from games.models import Invitation
from games.services import invite, lobby
from outbox.models import Effect
from tests.conftest import make_player
from tests.games.helpers import open_table, queries, running

pytestmark = pytest.mark.django_db


def test_everyone_sees_the_charter_before_joining(alice: User, client: Client) -> None:
    match = open_table(alice, size=3, days_per_turn=5, take_backs="never")
    page = client.get(f"/t/{match.code}/").content.decode()
    for words in ("5 days per turn", "A confirmed turn stands", "Friendly", match.commitment):
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
    as_bob.post(f"/t/{match.code}/join/", {"nonce": "<b>\x00"})
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
    mail = Effect.objects.get(kind="mail").payload
    assert mail["to"] == "bob@example.org"
    assert "alice" in mail["subject"]
    assert "alice invites you" in as_bob.get("/").content.decode()
    assert as_bob.post(f"/t/{match.code}/accept/").status_code == 302
    match.refresh_from_db()
    assert match.is_running


def test_asked_twice_is_mailed_once(alice: User, bob: User) -> None:
    match = open_table(alice)
    for _ in range(2):
        invite.by_name(code=match.code, user=alice, name="bob")
    assert Effect.objects.filter(kind="mail").count() == 1


def test_who_wants_no_such_mail_gets_none(alice: User, bob: User) -> None:
    bob.mail_choices = {"invitation": False}
    bob.save()
    invite.by_name(code=open_table(alice).code, user=alice, name="bob")
    assert Invitation.objects.filter(user=bob).exists()
    assert not Effect.objects.filter(kind="mail").exists()


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
    assert not Invitation.objects.exists()


def test_invited_by_mail_without_an_account(alice: User, client: Client) -> None:
    match = open_table(alice, visibility="invited")
    invite.by_mail(code=match.code, user=alice, email="Dora@Example.net")
    mail = Effect.objects.get(kind="mail").payload
    token = Invitation.objects.get().token
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
    assert Invitation.objects.filter(user=bob).exists()


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
