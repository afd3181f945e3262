"""Leaving a mailing with one click, also by a link that was sent years ago."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import tokens
from accounts.errors import BadToken
from accounts.models import User
from notices import kinds
from notices.models import Reader
from notices.selectors import reader_of
from notices.services import choices

pytestmark = pytest.mark.django_db


def wanted(user: User, kind: str) -> bool:
    return kinds.wanted(reader_of(user), kind, "mail")


def link(user: User, kind: str) -> str:
    return reverse("unsubscribe", args=[tokens.unsubscribe(user, kind)])


def test_the_address_is_the_one_that_stands_in_old_mails(alice: User) -> None:
    token = tokens.unsubscribe(alice, "friends")

    assert link(alice, "friends") == f"/unsubscribe/{token}/"


def test_one_click_from_the_mail_program(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)  # it has no cookie of ours

    for _ in range(2):
        response = client.post(link(alice, "friends"), {"List-Unsubscribe": "One-Click"})
        assert response.status_code == 200
        assert "You’re unsubscribed" in response.content.decode()
        assert "Friend requests" in response.content.decode()

    assert not wanted(alice, "friends")
    assert wanted(alice, "turn")


def test_a_look_changes_nothing(alice: User, client: Client) -> None:
    assert "Stop e-mails about “Friend requests”?" in (
        client.get(link(alice, "friends")).content.decode()
    )
    assert client.head(link(alice, "friends")).status_code == 200

    assert wanted(alice, "friends")
    assert not Reader.objects.exists()


def test_one_kind_is_switched_off_for_one_player_and_in_one_channel(alice: User, bob: User) -> None:
    choices.save(
        user=alice,
        switches={"invitation": {"mail": True}, "friends": {"mail": True, "push": True}},
    )

    (kind,) = choices.unsubscribe(token=tokens.unsubscribe(alice, "friends"))

    assert kind.key == "friends"
    assert reader_of(alice).switches == {
        "invitation": {"mail": True},
        "friends": {"mail": False, "push": True},
    }
    assert reader_of(bob).switches == {}


def test_a_link_of_former_times_means_what_the_kind_became(alice: User, client: Client) -> None:
    page = client.post(link(alice, "match")).content.decode()

    assert "Match started" in page
    assert "Match ended" in page
    assert not wanted(alice, "started")
    assert not wanted(alice, "ended")
    assert wanted(alice, "turn")


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_for_mails_that_are_no_more_says_so(
    alice: User, client: Client, method: str
) -> None:
    answer = getattr(client, method)(link(alice, "news"))

    assert answer.status_code == 200
    assert "We don’t send this kind of e-mail any more." in answer.content.decode()
    assert reader_of(alice).switches == {}


def test_links_about_kinds_or_people_that_are_gone_say_so(alice: User) -> None:
    with pytest.raises(BadToken, match=r"^unknown$"):
        choices.read_unsubscribe(tokens.unsubscribe(alice, "pigeons"))
    token = tokens.unsubscribe(alice, "friends")
    User.objects.filter(pk=alice.pk).delete()
    with pytest.raises(BadToken, match=r"^unknown$"):
        choices.read_unsubscribe(token)


def test_what_cannot_be_switched_off_has_no_link(alice: User, client: Client) -> None:
    assert client.post(link(alice, "channel")).status_code == 400
    assert wanted(alice, "channel")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("case", ["cut", "other user", "other kind", "no such kind", "other salt",
                                  "noise", "long", "unicode"])  # fmt: skip
def test_a_forged_link_is_refused(case: str, method: str, alice: User, bob: User) -> None:
    good = tokens.unsubscribe(alice, "friends")
    body, _, sign = good.rpartition(":")
    forged = {
        "cut": good[:-3],
        "other user": tokens.unsubscribe(bob, "friends").rpartition(":")[0] + ":" + sign,
        "other kind": tokens.unsubscribe(alice, "news").rpartition(":")[0] + ":" + sign,
        "no such kind": tokens.unsubscribe(alice, "spam"),
        "other salt": tokens.cancel_deletion(alice),
        "noise": "x",
        "long": "x" * 5000,
        "unicode": "é" + body,
    }[case]

    response = getattr(Client(), method)(reverse("unsubscribe", args=[forged]))

    assert response.status_code == 400
    assert "This link doesn’t work".encode() in response.content
    assert not Reader.objects.exclude(switches={}).exists()
