"""Deleting an account while somebody sits down: a few rounds of what `make soak` does for long."""

from __future__ import annotations

import random
from functools import partial

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User
from accounts.services import deletion, guests
from games.errors import NotAllowed
from games.models import Match
from games.services.tables import invite, lobby, rematch, seating
from games.terms.charter import Charter
from tests.conftest import make_player
from tests.games.helpers import finished, open_table, running
from tools.soak import people


@pytest.mark.parametrize("kind", people.KINDS, ids=lambda kind: kind.__name__)
def test_whatever_happens_at_once_makes_sense_afterwards(
    transactional_db: None, kind: people.Round
) -> None:
    found = people.rounds(kind, 8, random.Random(5))

    assert found["faults"] == []
    assert found["rounds"] == 8


def test_two_who_open_tables_for_each_other_do_not_wait_for_ever(transactional_db: None) -> None:
    alice, bob = make_player("alice"), make_player("bob")

    def open_for(host: User, other: User) -> str:
        invite.open_with(user=host, charter=Charter(), guests=[other.username])
        return "200"

    for _ in range(6):
        acts = (partial(open_for, alice, bob), partial(open_for, bob, alice))
        assert people.at_once(random.Random(1), *acts) == ["200", "200"]


def test_a_deleted_account_takes_no_seat(alice: User, bob: User) -> None:
    """However it is asked for: the request began before the account went."""
    table = open_table(alice, size=3)
    done = finished(alice, bob)
    invite.by_name(code=table.code, user=alice, name="bob")
    deletion.anonymise(user=User.objects.get(pk=bob.pk))

    for sit in (
        partial(lobby.create, charter=Charter()),
        partial(lobby.join, code=table.code),
        partial(seating.practise, title="nauticus", size=2),
        partial(seating.guide, title="nauticus"),
        partial(seating.pass_and_play, title="nauticus", size=2),
        partial(invite.open_with, charter=Charter()),
        partial(rematch.ask, code=done.code),
    ):
        with pytest.raises(NotAllowed, match="account-gone"):
            sit(user=bob)
    assert not bob.seats.exclude(match=done).exists()


@pytest.mark.parametrize(
    "path", ["play/now", "play/practise", "play/guided", "play/together", "play/new", "t/CODE/join"]
)
def test_every_page_says_so(
    alice: User, as_bob: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(alice, size=3)
    monkeypatch.setattr(lobby, "hold", lambda *users: set())  # gone since the request began
    terms = {"title": "nauticus", "size": "2", "pace": "3", "visibility": "public",
             "first_player": "random", "take_backs": "consent", "guests": ""}  # fmt: skip

    answer = as_bob.post(f"/{path.replace('CODE', match.code)}/", terms)

    assert answer.status_code in (403, 422)
    assert "This account has been deleted" in answer.content.decode()


def test_a_former_player_is_not_asked_to_the_rematch(alice: User, bob: User) -> None:
    done = finished(alice, bob)
    deletion.anonymise(user=bob)

    again = rematch.ask(code=done.code, user=alice)

    assert not again.invitations.exists()


def test_every_table_is_left(alice: User, bob: User, charlie: User) -> None:
    own = open_table(bob, charlie, size=3)
    other = open_table(alice, bob, size=3)
    two, three = running(alice, bob), running(alice, bob, charlie)

    deletion.anonymise(user=bob)

    found = [Match.objects.get(pk=match.pk) for match in (own, other, two, three)]
    assert [match.status for match in found] == ["cancelled", "open", "finished", "running"]
    assert not other.seats.filter(user=bob).exists()
    assert three.seats.get(user=bob).autopilot


def test_deleted_twice_at_once_is_deleted_once(alice: User) -> None:
    stale = User.objects.get(pk=alice.pk)
    name = deletion.anonymise(user=alice).username

    assert deletion.anonymise(user=stale).username == name


def test_a_guest_who_was_forgotten_meanwhile_is_no_error(db: None) -> None:
    guest = guests.create()
    User.objects.filter(pk=guest.pk).delete()

    assert deletion.anonymise(user=guest) is guest


def test_a_link_that_was_open_brings_no_address_back(db: None) -> None:
    guest = guests.create()
    row = guests.choose_identity(
        user=guest, username="Marlow", email="marlow@example.net", password="tall-ships-9"
    )
    open_link = EmailAddress.objects.select_related("user").get(pk=row.pk)
    deletion.anonymise(user=guest)

    request = Client().get("/").wsgi_request
    assert not get_adapter(request).confirm_email(request, open_link)

    assert not EmailAddress.objects.filter(email="marlow@example.net").exists()
    assert User.objects.get(pk=guest.pk).email == ""
