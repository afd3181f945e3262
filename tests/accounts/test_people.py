from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import flags, selectors
from accounts.errors import Refused
from accounts.models import Block, Friendship, User
from accounts.services import friends
from notices.models import Notice
from notices.services import choices
from tests.notices.helpers import letters, work
from tests.strangers import ours


def test_asked_and_accepted(alice: User, bob: User, as_alice: Client, as_bob: Client) -> None:
    as_alice.post(reverse("friend_ask", args=["bob"]))
    assert b"Friend requests" in as_bob.get(reverse("friends")).content

    as_bob.post(reverse("friend_accept", args=["alice"]))

    assert selectors.friends(alice) == [bob]
    assert selectors.friends(bob) == [alice]
    assert selectors.are_friends(bob, alice)


def test_the_one_who_is_asked_gets_a_mail_they_can_switch_off(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    work()

    (mail,) = letters()
    assert mail.to == [bob.email]
    assert mail.subject == "alice wants to be your friend"
    assert mail.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "/unsubscribe/" in mail.extra_headers["List-Unsubscribe"]

    friends.remove(user=alice, other=bob)
    choices.save(user=bob, switches={"friends": {"mail": False}})
    friends.ask(asker=alice, asked=bob)
    work()
    assert len(letters()) == 1
    assert ours(Notice).filter(user=bob, kind="friends").count() == 2  # the site shows it still


def test_two_who_ask_each_other_are_friends(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.ask(asker=bob, asked=alice)

    assert selectors.are_friends(alice, bob)
    assert ours(Friendship).count() == 1


def test_declining_is_quiet_and_lasts(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    work()
    friends.decline(user=bob, other=alice)

    assert not selectors.requests_to(bob)
    assert [row.asked for row in selectors.requests_by(alice)] == [bob]  # looks as before
    friends.ask(asker=alice, asked=bob)
    friends.remove(user=alice, other=bob)
    friends.ask(asker=alice, asked=bob)
    assert not selectors.requests_to(bob)
    work()
    assert [mail.to for mail in letters()] == [[bob.email]]

    friends.ask(asker=bob, asked=alice)  # but whoever declined may think better of it
    assert selectors.are_friends(alice, bob)


def test_a_block_ends_a_friendship_and_stops_requests(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.accept(user=bob, other=alice)

    friends.block(user=bob, other=alice)
    friends.block(user=bob, other=alice)

    assert selectors.has_blocked(bob, alice)
    assert not selectors.has_blocked(alice, bob)
    assert selectors.are_apart(alice, bob)
    assert not selectors.are_friends(alice, bob)
    with pytest.raises(Refused, match="accept friend requests"):
        friends.ask(asker=alice, asked=bob)
    friends.unblock(user=bob, other=alice)
    friends.ask(asker=alice, asked=bob)


def test_refusals(alice: User, bob: User, guest: User, former: User) -> None:
    for asker, asked in ((alice, alice), (guest, alice), (alice, guest), (alice, former)):
        with pytest.raises(Refused):
            friends.ask(asker=asker, asked=asked)
    with pytest.raises(Refused):
        friends.accept(user=alice, other=bob)
    with pytest.raises(Refused):
        friends.block(user=alice, other=alice)
    assert not ours(Friendship).exists()
    assert not Block.objects.exists()


def test_nobody_accepts_for_another(alice: User, bob: User, as_charlie: Client) -> None:
    friends.ask(asker=alice, asked=bob)

    assert as_charlie.post(reverse("friend_accept", args=["alice"])).status_code == 409
    with pytest.raises(Refused):
        friends.accept(user=alice, other=bob)  # nor the one who asked
    assert not selectors.are_friends(alice, bob)


@pytest.mark.parametrize("name", ["nobody", "x\x01y", "a" * 5000, "", "alice"])
def test_asking_by_a_wrong_name_says_so(name: str, as_alice: Client) -> None:
    response = as_alice.post(reverse("friends"), {"username": name})

    assert response.status_code == (200 if name is None else 422)
    assert response.context["form"].errors


def test_asking_by_name(alice: User, bob: User, as_alice: Client) -> None:
    assert as_alice.post(reverse("friends"), {"username": "BOB"}).status_code == 302
    assert [row.asker for row in selectors.requests_to(bob)] == [alice]


def test_a_profile_offers_what_fits(alice: User, bob: User, as_bob: Client, client: Client) -> None:
    page = reverse("profile", args=["alice"])
    assert "Add friend" in as_bob.get(page).content.decode()
    assert "Add friend" not in client.get(page).content.decode()
    assert as_bob.get("/players/ALICE/")["Location"] == page

    friends.ask(asker=alice, asked=bob)
    assert "Accept friend request" in as_bob.get(page).content.decode()
    friends.accept(user=bob, other=alice)
    assert "Remove friend" in as_bob.get(page).content.decode()


def test_a_former_player_has_a_page_without_a_name(former: User, client: Client) -> None:
    page = client.get(former.get_absolute_url()).content.decode()

    assert "Former player" in page
    assert "Gone" not in page
    assert "gone@example.org" not in page


def test_a_profile_tells_nothing_private(alice: User, as_bob: Client) -> None:
    assert alice.email not in as_bob.get(alice.get_absolute_url()).content.decode()


def test_flags_are_steady_and_varied(client: Client, alice: User) -> None:
    assert flags.draw(7) == flags.draw(7)
    assert len({flags.draw(number) for number in range(500)}) > 450
    response = client.get(reverse("player_flag", args=["alice"]))
    assert response["Content-Type"] == "image/svg+xml"
    assert "max-age" in response["Cache-Control"]
    assert "style=" not in response.content.decode()
