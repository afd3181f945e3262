"""Guests may vanish: where they may sit, and how long the others wait for one."""

from __future__ import annotations

import random
from datetime import timedelta
from threading import Barrier, Thread

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from games.errors import NotAllowed
from games.models import Match
from games.paces import PACES, days
from games.selectors.listings import Filters, open_tables
from games.services.sweep import sweep
from games.services.tables import invite, lobby, rematch, seating
from games.terms.charter import charter_of
from notices import kinds
from notices.models import Notice
from outbox.models import Effect
from tests.games.helpers import carry_out, finished, open_table, queries, running
from tests.games.play_helpers import owing, statements, step

pytestmark = pytest.mark.django_db

DAY = timedelta(hours=24)


@pytest.fixture
def guest(db: None) -> User:
    return guests.create()


@pytest.fixture
def as_guest(guest: User) -> Client:
    client = Client()
    client.force_login(guest)
    return client


def refused(match: Match, user: User, **how: str) -> str:
    """Why this person may not sit down; nothing has changed by asking."""
    before = list(match.seats.values_list("number", "user"))
    with pytest.raises(NotAllowed) as caught:
        lobby.join(code=match.code, user=user, **how)
    assert list(match.seats.values_list("number", "user")) == before
    assert Match.objects.get(pk=match.pk).is_open
    return caught.value.why


def sits(match: Match, user: User) -> bool:
    return match.seats.filter(user=user).exists()


def until(match: Match, user: User) -> None:
    """Play until this person owes."""
    dice = random.Random(1)
    while owing(match).user != user:
        step(match, dice)
        match.refresh_from_db()


# --- where they may sit -------------------------------------------------------------------


def test_a_players_public_table_is_not_for_guests(alice: User, bob: User, guest: User) -> None:
    match = open_table(alice, size=3)

    assert refused(match, guest) == "guest-uninvited"
    lobby.join(code=match.code, user=bob)
    assert sits(match, bob)


def test_guests_sit_with_guests(guest: User, bob: User) -> None:
    match = open_table(guest, size=3)

    lobby.join(code=match.code, user=guests.create())
    lobby.join(code=match.code, user=bob)  # who knows from the charter that guests sit here

    match.refresh_from_db()
    assert match.is_running


def test_the_link_admits_guests(alice: User, guest: User) -> None:
    match = open_table(alice, visibility="link")

    assert lobby.join(code=match.code, user=guest).is_running


@pytest.mark.parametrize("visibility", ["public", "invited"])
def test_an_invitation_by_name_admits_a_guest(alice: User, guest: User, visibility: str) -> None:
    match = open_table(alice, visibility=visibility)
    invite.by_name(code=match.code, user=alice, name=guest.username)

    assert invite.accept(code=match.code, user=guest).is_running


def test_an_invitation_by_mail_admits_one_guest(alice: User, guest: User) -> None:
    match = open_table(alice, size=3)
    invite.by_mail(code=match.code, user=alice, email="eve@example.net")
    token = match.invitations.get().token

    lobby.join(code=match.code, user=guest, token=token)

    assert sits(match, guest)
    assert refused(match, guests.create(), token=token) == "guest-uninvited"
    assert refused(match, guests.create(), token="nonsense") == "guest-uninvited"


def test_an_invitation_to_another_table_admits_nobody(alice: User, guest: User) -> None:
    other, match = open_table(alice), open_table(alice)
    invite.by_name(code=other.code, user=alice, name=guest.username)

    assert refused(match, guest) == "guest-uninvited"
    with pytest.raises(NotAllowed, match=r"^not-invited-any-more$"):
        invite.accept(code=match.code, user=guest)


def test_whom_the_host_removed_is_not_let_in_by_an_old_invitation(alice: User, guest: User) -> None:
    match = open_table(alice, size=3)
    invite.by_name(code=match.code, user=alice, name=guest.username)
    lobby.join(code=match.code, user=guest)
    lobby.kick(code=match.code, user=alice, number=1)

    assert refused(match, guest) == "removed"


@pytest.mark.parametrize("visibility", ["public", "link"])
def test_a_rated_table_is_not_for_guests(
    alice: User, guest: User, visibility: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.nauticus.game.Nauticus.stage", "rated")
    match = open_table(alice, rated=True, visibility=visibility)
    invite.by_name(code=match.code, user=alice, name=guest.username)

    assert refused(match, guest) == "guest-rated"


def test_a_guest_is_asked_to_the_rematch_and_no_other_guest(alice: User, guest: User) -> None:
    match = finished(guest, alice)

    again = rematch.ask(code=match.code, user=alice)
    assert refused(again, guests.create()) == "not-invited"
    assert rematch.ask(code=match.code, user=guest) == again

    again.refresh_from_db()
    assert again.is_running


def test_who_keeps_the_account_sits_wherever_they_like(alice: User, guest: User) -> None:
    match = open_table(alice)
    assert refused(match, guest) == "guest-uninvited"

    guests.become_full(user=User.objects.get(pk=guest.pk))
    assert guest.is_guest  # as far as this object knows: the request began a moment before

    assert lobby.join(code=match.code, user=guest).is_running


def test_a_host_who_signs_up_lets_seated_guests_stay(guest: User) -> None:
    other = guests.create()
    match = open_table(guest, other, size=3)

    guests.become_full(user=guest)

    assert refused(match, guests.create()) == "guest-uninvited"
    assert sits(match, other)


@pytest.mark.django_db(transaction=True)
def test_keeping_the_account_and_sitting_down_at_once_makes_sense(alice: User) -> None:
    """Whichever is first: who is seated has an account, who isn't was told why."""
    for _ in range(4):
        guest, match, ready = guests.create(), open_table(alice), Barrier(2)
        said: list[str] = []
        threads = [
            Thread(target=_keep, args=(guest, ready)),
            Thread(target=_sit, args=(guest, match, ready, said)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert said in (["seated"], ["guest-uninvited"])
        assert sits(match, guest) is (said == ["seated"])
        assert not User.objects.get(pk=guest.pk).is_guest


def _keep(guest: User, ready: Barrier) -> None:
    ready.wait()
    guests.become_full(user=guest)
    connection.close()


def _sit(guest: User, match: Match, ready: Barrier, said: list[str]) -> None:
    user = User.objects.get(pk=guest.pk)
    ready.wait()
    try:
        lobby.join(code=match.code, user=user)
        said.append("seated")
    except NotAllowed as error:
        said.append(error.why)
    connection.close()


# --- what they see ------------------------------------------------------------------------


def test_the_lobby_shows_guests_first_what_they_may_take(alice: User, guest: User) -> None:
    open_to_guests = open_table(guests.create())
    asked = open_table(alice, name="Asked")
    closed = open_table(alice, name="Closed")
    invite.by_name(code=asked.code, user=alice, name=guest.username)

    def listed(user: User | None) -> list[tuple[Match, bool]]:
        return [(one, one.needs_account) for one in open_tables(user, Filters())]  # type: ignore[attr-defined]

    assert listed(guest) == [(asked, False), (open_to_guests, False), (closed, True)]
    assert listed(None) == [(open_to_guests, False), (closed, True), (asked, True)]
    assert list(open_tables(alice, Filters())) == [closed, asked, open_to_guests]


def test_a_table_that_needs_an_account_says_so_before_the_click(
    alice: User, as_guest: Client, as_bob: Client, client: Client
) -> None:
    open_table(alice)

    for guestlike in (as_guest, client):
        page = guestlike.get("/play/").content.decode()
        assert "Account needed" in page
        assert 'href="/account/signup/?next=/play/"' in page
    assert "Account needed" in as_guest.get("/").content.decode()
    for path in ("/", "/play/"):
        assert "Account needed" not in as_bob.get(path).content.decode()


def test_the_lists_cost_guests_no_query_each(alice: User, as_guest: Client) -> None:
    open_table(alice)
    few = {path: queries(as_guest, path) for path in ("/", "/play/")}
    for _ in range(4):
        open_table(alice)

    assert {path: queries(as_guest, path) for path in ("/", "/play/")} == few


def test_the_table_offers_a_guest_the_way_to_sign_up(
    alice: User, as_guest: Client, client: Client
) -> None:
    match = open_table(alice)
    for guestlike in (as_guest, client):
        page = guestlike.get(f"/t/{match.code}/").content.decode()
        assert "Guests can only take a seat if alice invites them." in page
        assert f'href="/account/signup/?next=/t/{match.code}/"' in page
        assert f"/t/{match.code}/join/" not in page


def test_a_refused_seat_changes_nothing(alice: User, as_guest: Client, client: Client) -> None:
    match = open_table(alice)
    people = User.objects.count()

    for guestlike in (as_guest, client):
        answer = guestlike.post(f"/t/{match.code}/join/")
        assert answer.status_code == 403
        page = answer.content.decode()
        assert "Guests can only take a seat here if the host invites them." in page

    assert User.objects.count() == people  # the visitor wasn't made a guest for nothing
    assert match.seats.count() == 1


def test_a_visitor_with_a_mail_or_the_link_sits_down(alice: User) -> None:
    asked, linked = open_table(alice), open_table(alice, visibility="link")
    invite.by_mail(code=asked.code, user=alice, email="eve@example.net")
    way = f"/invitation/{asked.invitations.get().token}/"

    for match, path in ((asked, way), (linked, f"/t/{linked.code}/")):
        client = Client()
        assert "with at most 24 hours per turn" in client.get(path).content.decode()
        client.post(f"/t/{match.code}/join/")
        match.refresh_from_db()
        assert match.is_running
        assert match.seats.filter(user__is_guest=True).count() == 1


def test_an_invitation_promises_a_guest_a_day_and_a_player_the_pace(
    alice: User, bob: User, guest: User
) -> None:
    match = open_table(alice, pace=days(7), size=3)
    for user, promise in ((bob, "7 days per turn"), (guest, "at most 24 hours per turn")):
        invite.by_name(code=match.code, user=alice, name=user.username)
        notice = Notice.objects.get(user=user, kind="invitation")
        (kind,) = kinds.named("invitation")
        news = kind.compose(user, [notice])
        assert news is not None
        assert promise in news.text


def test_a_mail_to_somebody_without_an_account_says_what_a_guest_gets(alice: User) -> None:
    match = open_table(alice)
    invite.by_mail(code=match.code, user=alice, email="eve@example.net")
    carry_out()

    mail = Effect.objects.get(kind="mail", payload__to="eve@example.net").payload
    assert all(
        "without one, you have at most 24 hours per turn" in mail[x] for x in ("text", "html")
    )


def words(match: Match) -> str:
    """The charter's line about guests."""
    fresh = Match.objects.get(pk=match.pk)
    found = [line for line in charter_of(fresh, None) if str(line.label) == "Guests"]
    return " ".join(f"{line.text} {line.more}".strip() for line in found)


def test_the_charter_says_who_may_sit_and_for_how_long(
    alice: User, bob: User, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = "A guest’s turn lasts at most 24 hours."
    assert words(open_table(guest)) == f"Welcome {most}"
    assert words(open_table(alice, visibility="link")) == f"Anyone with the link is welcome {most}"
    assert words(open_table(alice)) == f"Only by invitation {most}"
    assert words(open_table(alice, visibility="invited")) == f"Only by invitation {most}"
    assert words(running(guest, alice)) == "At most 24 hours per turn"
    solo = seating.practise(user=guest, title="nauticus", size=2)
    assert words(solo) == "At most 24 hours per turn"
    assert words(running(alice, bob)) == ""
    assert words(seating.pass_and_play(user=guest, title="nauticus", size=2)) == ""
    monkeypatch.setattr("engine.nauticus.game.Nauticus.stage", "rated")
    assert words(open_table(alice, rated=True)) == "None: rated matches need an account"


# --- how long the others wait -------------------------------------------------------------


def test_a_guests_turn_lasts_a_day_at_most(alice: User, guest: User) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        for pace in PACES:
            match = running(guest, alice, pace=pace, first_player="creator")
            assert owing(match).deadline == now + min(pace.turn, DAY)
            match = running(alice, guest, pace=pace, visibility="link", first_player="creator")
            assert owing(match).deadline == now + pace.turn


def test_it_counts_when_the_turn_comes_by_a_move(alice: User, guest: User) -> None:
    match = running(alice, guest, pace=days(7), visibility="link", first_player="creator")
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        until(match, guest)

    assert match.seats.get(user=guest).deadline == now + DAY
    told = Notice.objects.get(user=guest, kind="turn")
    assert told.data["since"] == now.isoformat()  # reminders come when half of the day is used


def test_who_keeps_the_account_gets_the_tables_pace(alice: User, guest: User) -> None:
    match = running(alice, guest, pace=days(7), visibility="link", first_player="creator")
    until(match, guest)
    granted = match.seats.get(user=guest).deadline

    guests.become_full(user=guest)
    assert match.seats.get(user=guest).deadline == granted  # what was said stands
    until(match, alice)
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        until(match, guest)

    assert match.seats.get(user=guest).deadline == now + timedelta(days=7)


def test_a_guest_who_vanishes_is_played_for_after_a_day(
    alice: User, bob: User, guest: User
) -> None:
    match = running(alice, bob, guest, pace=days(14), visibility="link", first_player="creator")
    until(match, guest)
    came = timezone.now()

    for spent, gone in ((DAY - timedelta(minutes=1), False), (DAY + timedelta(minutes=1), True)):
        with time_machine.travel(came + spent, tick=False):
            sweep(timezone.now())
        assert match.seats.get(user=guest).autopilot is gone
    match.refresh_from_db()
    assert match.is_running  # for the two who are left


def test_asking_who_is_a_guest_costs_a_turn_nothing(alice: User, bob: User, guest: User) -> None:
    spent = []
    for other in (bob, guest):
        match = running(alice, other, visibility="link", first_player="creator")
        dice = random.Random(1)
        while not match.drafts.filter(parked=True).exists():
            step(match, dice)
        with CaptureQueriesContext(connection) as captured:
            step(match, dice)
        assert owing(match).user == other
        spent.append(statements(captured))

    assert spent[0] == spent[1]


def test_the_guest_is_told(guest: User, as_guest: Client) -> None:
    match = seating.practise(user=guest, title="nauticus", size=2)

    page = as_guest.get(f"/t/{match.code}/").content.decode()

    assert "24 hours per turn for guests" in page
    assert "3 days per turn" not in page
