"""Inviting an address: it stays with who confirmed it, and the host learns nothing about it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, User
from accounts.services import guests
from games import hooks
from games.errors import NotAllowed
from games.models import Invitation, Match
from games.services import nudges
from games.services.tables import invite, lobby
from notices.kinds import wanted
from notices.selectors import reader_of
from notices.services import choices
from outbox.models import Effect
from tests.accounts.conftest import paid
from tests.conftest import make_player
from tests.games.helpers import carry_out, open_table

pytestmark = pytest.mark.django_db
Prepare = Callable[[User, Match], None]


def mails(to: str = "") -> list[dict[str, Any]]:
    carry_out()
    rows = Effect.objects.filter(kind="mail").order_by("pk")
    return [row.payload for row in rows if to in row.payload["to"]]


def invited(host: User, email: str, **charter: Any) -> tuple[Match, Invitation]:
    match = open_table(host, **{"size": 3, "visibility": "invited", **charter})
    invite.by_mail(code=match.code, user=host, email=email)
    return match, match.invitations.get(email=email)


# --- a claim is not an address ------------------------------------------------------------


def claim(address: str) -> tuple[User, Client]:
    guest, client = guests.create(), Client()
    client.force_login(guest)
    data = {"username": "Claimer", "email": address, "password1": "tall-ships-9"}
    answer = client.post(reverse("guest_upgrade"), data | paid("upgrade"))
    assert answer.status_code == 302
    return guest, client


@pytest.fixture(autouse=True)
def _quick_toll(settings: Any) -> None:
    settings.POW_BITS = 6
    settings.SIGNUP_MIN_SECONDS = 0


@pytest.mark.parametrize("address", ["eve@example.net", "bob@example.org"])
def test_who_only_claimed_an_address_is_not_invited_in_its_owners_place(
    alice: User, bob: User, address: str
) -> None:
    guest, as_guest = claim(address)
    Effect.objects.all().delete()

    match, asked = invited(alice, address)

    (mail,) = mails(address)
    assert mail["template"] == "games/invitation"
    assert f"/invitation/{asked.token}/" in mail["text"]
    assert "invites you" not in as_guest.get("/").content.decode()
    for path in ("", "accept/", "join/"):
        answer = (as_guest.post if path else as_guest.get)(f"/t/{match.code}/{path}")
        assert answer.status_code == 404
    with pytest.raises(NotAllowed, match="not-invited"):
        lobby.join(code=match.code, user=guest)
    assert match.seats.count() == 1


def test_the_owner_with_an_account_finds_the_invitation_and_sits_down(
    alice: User, bob: User, as_bob: Client
) -> None:
    match, asked = invited(alice, "bob@example.org")

    assert "alice invites you" in as_bob.get("/").content.decode()
    assert "alice invited you to play" in as_bob.get(f"/t/{match.code}/").content.decode()
    assert as_bob.post(f"/t/{match.code}/accept/").status_code == 302
    assert match.seats.filter(user=bob).exists()
    assert "invites you" not in as_bob.get("/").content.decode()
    asked.refresh_from_db()
    assert asked.user == bob


def test_the_owner_without_an_account_finds_it_once_they_have_one(alice: User) -> None:
    match, _asked = invited(alice, "eve@example.org")
    eve, as_eve = make_player("eve"), Client()
    as_eve.force_login(eve)
    assert "alice invites you" in as_eve.get("/").content.decode()
    assert as_eve.post(f"/t/{match.code}/accept/").status_code == 302


def test_a_player_who_is_logged_out_is_asked_who_they_are(alice: User, bob: User) -> None:
    _match, asked = invited(alice, "bob@example.org")
    client = Client()
    answer = client.get(f"/invitation/{asked.token}/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/login/")


def test_declined_by_mail_or_page_nobody_is_told(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match, _asked = invited(alice, "bob@example.org")
    before = shown(as_alice, match), hooks.messages(alice)["invitations"]

    as_bob.post(f"/t/{match.code}/decline/")

    assert "invites you" not in as_bob.get("/").content.decode()
    assert (shown(as_alice, match), hooks.messages(alice)["invitations"]) == before
    invite.by_mail(code=match.code, user=alice, email="bob@example.org")
    assert "alice invites you" in as_bob.get("/").content.decode()
    assert len(mails("bob@example.org")) == 1


# --- what the host can tell ---------------------------------------------------------------


def unknown(host: User, match: Match) -> None:
    """Nobody has this address."""


def known(host: User, match: Match) -> None:
    make_player("eve")


def claimed(host: User, match: Match) -> None:
    guest = guests.create()
    guests.choose_identity(
        user=guest, username="Claimer", email="eve@example.org", password="tall-ships-9"
    )


def apart(host: User, match: Match) -> None:
    Block.objects.create(blocker=make_player("eve"), blocked=host)


def blocked(host: User, match: Match) -> None:
    Block.objects.create(blocker=host, blocked=make_player("eve"))


def wants_no_mail(host: User, match: Match) -> None:
    choices.save(user=make_player("eve"), switches={"invitation": {"mail": False}})


def seated(host: User, match: Match) -> None:
    lobby.join(code=match.code, user=make_player("eve"))


def kicked(host: User, match: Match) -> None:
    eve = make_player("eve")
    lobby.join(code=match.code, user=eve)
    lobby.kick(code=match.code, user=host, number=match.seats.get(user=eve).number)


def asked_by_name(host: User, match: Match) -> None:
    make_player("eve")
    invite.by_name(code=match.code, user=host, name="eve")


def said_never_again(host: User, match: Match) -> None:
    refuse("eve@example.org")


def written_to_often(host: User, match: Match) -> None:
    for n in range(6):
        other = open_table(make_player(f"sender{n}"))
        invite.by_mail(code=other.code, user=other.creator, email="eve@example.org")
    carry_out()


def shown(client: Client, match: Match) -> list[str]:
    """The list of invitations on the host's page, and nothing that changes by itself."""
    page = client.get(f"/t/{match.code}/").content.decode()
    found = re.search(r'<ul class="list t-sm">(.*?)</ul>', page, re.S)
    return re.findall(r'<span class="grow">(.*?)</span>', found.group(1)) if found else []


CASES = [
    unknown, known, claimed, apart, blocked, wants_no_mail, seated, kicked, asked_by_name,
    said_never_again, written_to_often,
]  # fmt: skip


@pytest.mark.parametrize("prepare", CASES, ids=lambda case: case.__name__)
def test_the_host_cannot_tell_whose_address_it_is(
    alice: User,
    as_alice: Client,
    prepare: Prepare,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    match = open_table(alice, size=4)
    prepare(alice, match)
    carry_out()
    already, rows = shown(as_alice, match), match.invitations.count()
    heard: list[str] = []
    monkeypatch.setattr(nudges, "_client", lambda: Listener(heard))
    url = f"/t/{match.code}/invite/"
    as_alice.post(url, {"who": "anyone@example.com"})
    already, rows = [*already, "anyone@example.com"], rows + 1
    as_alice.get(url)  # what was said is read

    with CaptureQueriesContext(connection) as usual:
        as_alice.post(url, {"who": "nobody@example.com"})
    already, rows = [*already, "nobody@example.com"], rows + 1
    with CaptureQueriesContext(connection) as found, django_capture_on_commit_callbacks() as after:
        answer = as_alice.post(url, {"who": "eve@example.org"})
    for callback in after:
        callback()
    carry_out()

    assert (answer.status_code, answer["Location"]) == (302, f"/t/{match.code}/")
    assert shapes(found) == shapes(usual)  # the same work, whoever it is
    assert "on its way to eve@example.org" in as_alice.get(f"/t/{match.code}/").content.decode()
    assert shown(as_alice, match) == [*already, "eve@example.org"]
    assert match.invitations.count() == rows + 1
    assert match.invitations.get(email="eve@example.org").user is None
    assert [group for group in heard if "match." in group] == []
    sent = hooks.messages(alice)["invitations"][-1]
    assert sent == {"match": match.code, "to": "eve@example.org", "at": sent["at"]}
    again = as_alice.post(url, {"who": "eve@example.org"}, follow=True).content.decode()
    assert "on its way to eve@example.org" in again
    assert match.invitations.count() == rows + 1


def shapes(found: CaptureQueriesContext) -> list[str]:
    return [re.split(r"WHERE|VALUES|SAVEPOINT", query["sql"])[0] for query in found]


class Listener:
    """Stands in for Redis and remembers where something was published."""

    def __init__(self, heard: list[str]) -> None:
        self.heard = heard

    def pipeline(self, transaction: bool) -> Listener:
        return self

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def publish(self, group: str, body: bytes) -> None:
        self.heard.append(group)

    def execute(self) -> None:
        pass


@pytest.mark.parametrize(
    "prepare", [apart, blocked, seated, wants_no_mail], ids=lambda case: case.__name__
)
def test_nothing_is_sent_where_it_is_not_wanted(alice: User, prepare: Prepare) -> None:
    match = open_table(alice, size=4)
    prepare(alice, match)
    invite.by_mail(code=match.code, user=alice, email="eve@example.org")
    assert mails() == []


def test_who_is_kept_apart_does_not_find_the_invitation(
    alice: User, bob: User, as_bob: Client
) -> None:
    Block.objects.create(blocker=bob, blocked=alice)
    match, _asked = invited(alice, "bob@example.org")
    assert "invites you" not in as_bob.get("/").content.decode()
    assert as_bob.get(f"/t/{match.code}/").status_code == 404


def test_the_name_is_shown_once_they_sit(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match, _asked = invited(alice, "bob@example.org")
    assert shown(as_alice, match) == ["bob@example.org"]
    as_bob.post(f"/t/{match.code}/accept/")
    assert shown(as_alice, match) == ["bob"]


def test_asked_by_name_and_by_mail_one_sits_down_once(
    alice: User, bob: User, as_bob: Client
) -> None:
    match, asked = invited(alice, "bob@example.org")
    invite.by_name(code=match.code, user=alice, name="bob")
    as_bob.get(f"/invitation/{asked.token}/")
    as_bob.post(f"/t/{match.code}/join/")
    assert match.seats.filter(user=bob).count() == 1
    assert "invites you" not in as_bob.get("/").content.decode()
    assert Client().get(f"/invitation/{asked.token}/").status_code == 410


def test_an_address_of_ones_own_is_not_invited(alice: User, as_alice: Client) -> None:
    match = open_table(alice, size=3)
    answer = as_alice.post(f"/t/{match.code}/invite/", {"who": "Alice@Example.org"})
    assert answer.status_code == 403
    assert not match.invitations.exists()


def test_who_declined_before_the_mail_went_out_gets_none(alice: User, bob: User) -> None:
    match = open_table(alice, size=3)
    invite.by_mail(code=match.code, user=alice, email="bob@example.org")
    invite.decline(code=match.code, user=bob)

    carry_out()

    assert not Effect.objects.filter(kind="mail").exists()


@pytest.mark.parametrize("account", [True, False])
def test_who_was_asked_to_leave_may_return_when_written_to_again(
    alice: User, bob: User, account: bool
) -> None:
    address = "bob@example.org" if account else "eve@example.net"
    match, asked = invited(alice, address)
    client = Client()
    if account:
        client.force_login(bob)
    client.get(f"/invitation/{asked.token}/")
    client.post(f"/t/{match.code}/join/")
    number = match.seats.exclude(user=alice).get().number
    lobby.kick(code=match.code, user=alice, number=number)
    assert client.post(f"/t/{match.code}/join/").status_code == 403

    invite.by_mail(code=match.code, user=alice, email=address)

    assert len(mails(address)) == 2
    assert client.post(f"/t/{match.code}/join/").status_code == 302
    assert match.seats.count() == 2


def test_who_was_asked_in_by_mail_after_leaving_may_return(
    alice: User, bob: User, as_bob: Client
) -> None:
    match = open_table(alice, bob, size=3)
    lobby.kick(code=match.code, user=alice, number=match.seats.get(user=bob).number)
    invite.by_mail(code=match.code, user=alice, email="bob@example.org")
    assert as_bob.post(f"/t/{match.code}/accept/").status_code == 302


def test_a_closed_table_sends_no_more_mails(alice: User) -> None:
    match, _asked = invited(alice, "eve@example.net")
    lobby.leave(code=match.code, user=alice)
    assert mails() == []


# --- not more than anybody wants ----------------------------------------------------------


def refuse(address: str) -> None:
    """Press the button of an earlier mail."""
    sender = make_player("friend")
    invite.by_mail(code=open_table(sender).code, user=sender, email=address)
    Client().post(stop_link(mails(address)[-1]))
    Effect.objects.filter(kind="mail").delete()


def stop_link(mail: dict[str, Any]) -> str:
    found = re.search(r"https?://[^/]+(/unsubscribe/\S+)", mail["text"])
    assert found, mail["text"]
    return found.group(1)


def test_one_sender_writes_to_an_address_a_few_times_a_day(alice: User, as_alice: Client) -> None:
    for _ in range(invite.PER_ADDRESS):
        invited(alice, "eve@example.net")
    match = open_table(alice)

    answer = as_alice.post(f"/t/{match.code}/invite/", {"who": "eve@example.net"})

    assert answer.status_code == 403
    assert "Try again tomorrow" in answer.content.decode()
    assert len(mails("eve@example.net")) == invite.PER_ADDRESS
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        invite.by_mail(code=match.code, user=alice, email="eve@example.net")
        assert len(mails("eve@example.net")) == invite.PER_ADDRESS + 1


def test_all_senders_together_write_to_an_address_a_few_times_a_day(db: None) -> None:
    for n in range(8):
        invited(make_player(f"sender{n}"), "eve@example.net")
    assert len(mails("eve@example.net")) == 5
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        invited(make_player("late"), "eve@example.net")
        assert len(mails("eve@example.net")) == 6


def test_a_deleted_sender_makes_no_room_for_another(alice: User, bob: User) -> None:
    from accounts.services import deletion

    for n in range(5):
        sender = make_player(f"sender{n}")
        invited(sender, "eve@example.net")
        carry_out()
        deletion.anonymise(user=sender)
    invited(alice, "eve@example.net")
    assert len(mails("eve@example.net")) == 5


@pytest.mark.parametrize(("language", "words"), [("en", "e-mail me"), ("fr", "Ne plus m’écrire")])
def test_every_mail_to_a_stranger_says_how_to_stop_it(
    alice: User, language: str, words: str
) -> None:
    alice.language = language
    alice.save()
    invited(alice, "eve@example.net")
    (mail,) = mails()
    link = stop_link(mail)
    assert words in mail["text"]
    assert words in mail["html"]
    assert link in mail["html"]
    assert mail["headers"]["List-Unsubscribe"].endswith(f"{link}>")
    assert mail["headers"]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "eve" not in link


def test_a_player_is_sent_the_switch_of_their_account(alice: User, bob: User) -> None:
    invited(alice, "bob@example.org")
    (mail,) = mails()
    Client().post(stop_link(mail), {"List-Unsubscribe": "One-Click"})
    assert not wanted(reader_of(bob), "invitation", "mail")
    assert wanted(reader_of(bob), "turn", "mail")
    assert wanted(reader_of(alice), "invitation", "mail")


def test_a_look_changes_nothing_and_one_click_stops_it(alice: User, bob: User) -> None:
    invited(alice, "eve@example.net")
    link = stop_link(mails()[0])
    outside = Client(enforce_csrf_checks=True)

    assert outside.get(link).status_code == 200
    invited(bob, "eve@example.net")
    assert len(mails("eve@example.net")) == 2

    answer = outside.post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert outside.post(link).status_code == 200
    invited(bob, "Eve@example.net".lower())
    assert len(mails("eve@example.net")) == 2


def test_who_said_never_again_can_change_their_mind(alice: User) -> None:
    invited(alice, "eve@example.net")
    link = stop_link(mails()[0])
    Client().post(link)
    page = Client().get(link).content.decode()
    assert "Allow invitations again" in page
    Client().post(link, {"allow": "1"})
    invited(alice, "eve@example.net")
    assert len(mails("eve@example.net")) == 2


@pytest.mark.parametrize("token", ["x", "eyJkIjoiYSJ9:bad", "é", "x" * 500])
def test_a_forged_link_stops_nothing(db: None, client: Client, token: str) -> None:
    for method in (client.get, client.post):
        assert method(f"/unsubscribe/address/{token}/").status_code == 400


def test_no_address_is_kept_to_remember_this(alice: User) -> None:
    from mail.models import Stranger

    invited(alice, "eve@example.net")
    Client().post(stop_link(mails()[0]))
    row = Stranger.objects.values().get()
    assert "eve" not in str(row)
    assert row["refused_at"] is not None


def test_counts_are_forgotten_and_wishes_are_kept(alice: User) -> None:
    from accounts.tasks import housekeeping
    from mail.models import Stranger

    invited(alice, "eve@example.net")
    invited(alice, "dora@example.net")
    Client().post(stop_link(mails("eve")[0]))
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        housekeeping()
    assert Stranger.objects.get().refused_at is not None
