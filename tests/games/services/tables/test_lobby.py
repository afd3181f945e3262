from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Block, User
from engine import registry
from games.errors import NotAllowed
from games.models import Match
from games.names import seat_name
from games.paces import days
from games.selectors.listings import Filters, open_tables
from games.services.play import clocks
from games.services.sweep import sweep
from games.services.tables import lobby, seating
from tests.games.helpers import open_table, queries, running
from tests.games.play_helpers import step
from tests.strangers import ours

pytestmark = pytest.mark.django_db
FORM = {
    "title": "nauticus", "size": "3", "pace": "3", "visibility": "public",
    "first_player": "random", "take_backs": "consent", "spectators": "on", "name": "Blue hour",
}  # fmt: skip


def test_it_lists_open_tables_and_filters_them(alice: User, bob: User, client: Client) -> None:
    two = open_table(alice, name="Two", size=2, pace=days(1))
    three = open_table(bob, name="Three", size=3, pace=days(7))

    assert list(open_tables(None, Filters())) == [three, two]
    assert list(open_tables(None, Filters(size=2))) == [two]
    assert list(open_tables(None, Filters(pace=days(7)))) == [three]
    assert list(open_tables(None, Filters(rated="yes"))) == []
    assert list(open_tables(None, Filters(title="nauticus", rated="no"))) == [three, two]
    page = client.get("/play/", {"size": "3"}).content.decode()
    assert "Three" in page
    assert ">Two<" not in page
    assert 'name="rated"' not in page  # nothing to choose from: no game is rated,
    assert '<select name="title"' not in page  # and there is one


def test_many_tables_come_in_pages(alice: User, bob: User, charlie: User, client: Client) -> None:
    for user in (alice, bob, charlie):
        for k in range(7):
            open_table(user, name=f"{user} {k}", size=3)

    first = client.get("/play/?size=3").content.decode()
    second = client.get("/play/?size=3&page=2").content.decode()

    assert "charlie 6" in first
    assert "alice 0" not in first
    assert "size=3&amp;page=2" in first
    assert "alice 0" in second
    assert "charlie 6" not in second
    assert "size=3&amp;page=1" in second
    assert client.get("/play/?page=99999").status_code == 200


@pytest.mark.parametrize(
    "query", [{"size": "99"}, {"pace": "x"}, {"days": "x"}, {"title": "\x01"}, {"rated": "maybe"}]
)
def test_filters_that_make_no_sense_are_ignored(
    alice: User, client: Client, query: dict[str, str]
) -> None:
    open_table(alice, name="Still here")
    assert "Still here" in client.get("/play/", query).content.decode()


def test_private_started_and_own_device_tables_are_not_listed(alice: User, bob: User) -> None:
    open_table(alice, visibility="link")
    open_table(alice, visibility="invited")
    running(alice, bob)
    seating.pass_and_play(user=alice, title="nauticus", size=2)
    assert not open_tables(bob, Filters())


def test_people_who_keep_apart_do_not_see_each_others_tables(alice: User, bob: User) -> None:
    open_table(alice)
    Block.objects.create(blocker=alice, blocked=bob)
    assert not open_tables(bob, Filters())
    assert len(open_tables(alice, Filters())) == 1


def test_the_number_of_queries_does_not_grow(alice: User, bob: User, as_bob: Client) -> None:
    open_table(alice, size=3)
    few = queries(as_bob, "/play/")
    for n in range(6):
        open_table(alice, bob, size=3, name=f"Table {n}")
    assert queries(as_bob, "/play/") == few <= 10


def test_a_table_is_opened_with_its_charter(alice: User, as_alice: Client) -> None:
    answer = as_alice.post("/play/new/", {**FORM, "option_rounds": "2", "take_backs": "never"})
    match = ours(Match).get()
    assert answer.url == f"/t/{match.code}/"  # type: ignore[attr-defined]
    assert (match.size, match.options, match.name) == (3, {"rounds": 2}, "Blue hour")
    assert match.take_backs == "never"
    assert match.commitment


@pytest.mark.parametrize(
    "wrong",
    [{"size": "9"}, {"pace": "4"}, {"visibility": "nobody"}, {"option_rounds": "77"},
     {"start_at": "2001-01-01T10:00"}, {"start_at": "soon"}, {"name": "x" * 41}, {"size": ""}],
)  # fmt: skip
def test_a_bad_form_opens_nothing(as_alice: Client, wrong: dict[str, str]) -> None:
    answer = as_alice.post("/play/new/", {**FORM, **wrong})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not ours(Match).exists()


def test_ten_open_tables_are_enough(alice: User, as_alice: Client) -> None:
    for _ in range(10):
        open_table(alice)
    answer = as_alice.post("/play/new/", FORM)
    assert answer.status_code == 422
    assert "ten open tables" in answer.content.decode()


def test_a_stranger_plays_at_once_as_a_guest(db: None, client: Client) -> None:
    answer = client.post("/play/guided/", follow=True)
    match = ours(Match).get()
    assert answer.status_code == 200
    assert match.guided
    assert match.options == {"rounds": 2}
    assert match.creator.is_guest
    first = match.seats.get(number=0)
    assert first.user == match.creator


def test_pass_and_play_seats_everybody_at_one_device(alice: User, as_alice: Client) -> None:
    as_alice.post("/play/together/", {"size": "3", "option_rounds": "1"})
    match = ours(Match).get()
    assert match.is_running
    assert match.hot_seat
    assert set(match.seats.values_list("user", flat=True)) == {alice.pk}


def test_against_the_computer_says_what_is_wrong(as_alice: Client) -> None:
    assert as_alice.post("/play/practise/", {"size": "7"}).status_code == 422
    assert as_alice.post("/play/practise/", {"title": "chess"}).status_code == 422
    assert not ours(Match).exists()


def test_stale_tables_close_by_themselves(alice: User) -> None:
    match = open_table(alice)
    sweep(timezone.now() + timedelta(days=15))
    match.refresh_from_db()
    assert match.status == "cancelled"


def test_a_full_table_waits_for_its_date(alice: User, bob: User) -> None:
    when = timezone.now() + timedelta(days=2)
    match = open_table(alice, bob, start_at=when)
    assert match.is_open
    sweep(when + timedelta(minutes=1))
    match.refresh_from_db()
    assert match.is_running


def test_kicked_before_the_start(alice: User, bob: User, as_alice: Client, as_bob: Client) -> None:
    match = open_table(alice, bob, size=3)
    seat = match.seats.get(user=bob)
    assert as_bob.post(f"/t/{match.code}/kick/", {"seat": seat.number}).status_code == 403
    assert as_alice.post(f"/t/{match.code}/kick/", {"seat": seat.number}).status_code == 302
    assert as_alice.post(f"/t/{match.code}/kick/", {"seat": seat.number}).status_code == 403
    assert as_alice.post(f"/t/{match.code}/kick/", {"seat": "x"}).status_code == 403
    assert match.seats.count() == 1


def test_the_last_seat_is_given_once(alice: User, bob: User, charlie: User) -> None:
    match = open_table(alice, bob, size=3)
    lobby.join(code=match.code, user=charlie)
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.count() == 3


def test_blocked_people_cannot_sit_down(alice: User, bob: User, as_bob: Client) -> None:
    match = open_table(alice, size=3)
    Block.objects.create(blocker=alice, blocked=bob)
    with pytest.raises(NotAllowed, match=r"^blocked$"):
        lobby.join(code=match.code, user=bob)
    assert as_bob.post(f"/t/{match.code}/join/").status_code == 403


def test_the_computer_on_the_last_seat_does_not_start_a_table_before_its_date(alice: User) -> None:
    match = open_table(alice, start_at=timezone.now() + timedelta(hours=1))

    assert lobby.add_bot(code=match.code, user=alice).is_open


def test_a_full_table_starts_once_its_time_has_come(alice: User, bob: User) -> None:
    match = open_table(alice, start_at=timezone.now() + timedelta(hours=1))
    Match.objects.filter(pk=match.pk).update(start_at=timezone.now() - timedelta(minutes=1))
    assert lobby.join(code=match.code, user=bob).is_running


# --- pass and play ------------------------------------------------------------------------


def test_pass_and_play_takes_names(alice: User, as_alice: Client) -> None:
    as_alice.post("/play/together/", {"size": "2", "name_0": "  Ada ", "name_2": "Nobody"})
    match = ours(Match).get()
    assert list(match.seats.values_list("name", flat=True)) == ["Ada", ""]


@pytest.mark.parametrize(
    "names", [{"name_0": "Ada", "name_1": "ada"}, {"name_0": "Player 2"}, {"name_0": "x" * 21}]
)
def test_names_that_cannot_be_told_apart_are_refused(
    as_alice: Client, names: dict[str, str]
) -> None:
    answer = as_alice.post("/play/together/", {"size": "2", **names})
    assert answer.status_code == 422
    assert not ours(Match).exists()
    assert f'value="{names["name_0"]}"' in answer.content.decode()  # nothing has to be typed twice


def test_pass_and_play_is_not_skipped_and_not_hurried(alice: User, as_alice: Client) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2)
    page = as_alice.get("/").content.decode()
    assert "/skip/" not in page
    with pytest.raises(NotAllowed, match=r"^not-your-turn$"):
        seating.skip(code=match.code, user=alice)
    page = as_alice.get(f"/t/{match.code}/").content.decode()
    assert "days per turn" not in page
    assert "/skip/" not in page
    assert "/take-back/" not in page


def test_pass_and_play_has_no_clock(alice: User, as_alice: Client) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2)
    assert not match.seats.exclude(deadline=None).exists()
    sweep(timezone.now() + timedelta(days=400))
    match.refresh_from_db()
    assert match.is_running


def test_the_table_says_whose_turn_it_is(alice: User, as_alice: Client) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2, names=["Ada", "Ben"])
    page = as_alice.get(f"/t/{match.code}/").content.decode()
    assert "It’s now Ada’s turn" in page
    assert "I’m Ada" not in page  # nothing to hide, so nothing to press


@pytest.fixture
def quay() -> Iterator[str]:
    registry.register("quay", "tests.engine.titles.quay.game:Quay")
    yield "quay"
    registry.forget("quay")


def test_hidden_cards_wait_until_the_device_is_handed_on(
    alice: User, as_alice: Client, quay: str
) -> None:
    match = seating.pass_and_play(user=alice, title=quay, size=2, names=["Ada", "Ben"])
    url = f"/t/{match.code}/"
    number = match.seats.filter(owes=True)[0].number
    first = ("Ada", "Ben")[number]
    page = as_alice.get(url).content.decode()
    assert f"I’m {first}" in page
    assert 'id="turn"' not in page
    part = as_alice.get(f"{url}?part=table", headers={"HX-Request": "true"})
    assert part["HX-Refresh"] == "true"
    assert not part.content

    as_alice.post(f"{url}take/")

    assert 'id="turn"' in as_alice.get(url).content.decode()
    dice = random.Random(1)
    while match.seats.filter(owes=True)[0].number == number:
        step(match, dice)
        match.refresh_from_db()
    later = seat_name(match.seats.filter(owes=True)[0])
    assert later != first
    assert f"I’m {later}" in as_alice.get(url).content.decode()


# --- the form of a new table --------------------------------------------------------------


def test_guests_are_invited_with_the_opening(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    as_alice.post("/play/new/", {**FORM, "visibility": "invited", "guests": "bob, eve@example.net"})
    match = ours(Match).get()
    assert match.invitations.filter(user=bob).exists()
    assert match.invitations.filter(email="eve@example.net").exists()
    assert as_bob.get(f"/t/{match.code}/").status_code == 200


@pytest.mark.parametrize("guests", ["nobody", "bob, no@", "a,b,c,d,e,f,g,h,i", "alice"])
def test_a_wrong_guest_opens_no_table(
    alice: User, bob: User, as_alice: Client, guests: str
) -> None:
    answer = as_alice.post("/play/new/", {**FORM, "guests": guests})
    assert answer.status_code == 422
    assert not ours(Match).exists()


def test_the_form_has_a_gate_for_every_part_that_brings_one(
    as_alice: Client, settings: Settings
) -> None:
    assert "gate_" not in as_alice.get("/play/new/").content.decode()
    settings.ENTRY_GATES = {"luck": "tests.games.services.tables.test_lobby.luck"}
    assert 'name="gate_luck"' in as_alice.get("/play/new/").content.decode()


def luck(*, match: Match, user: User, value: int) -> None:
    """A gate for tests: some number lets nobody in."""
    if value == 13:
        raise NotAllowed("gate")


def test_a_gate_refuses_who_does_not_fit(
    alice: User, bob: User, as_alice: Client, settings: Settings
) -> None:
    settings.ENTRY_GATES = {"luck": "tests.games.services.tables.test_lobby.luck"}
    as_alice.post("/play/new/", {**FORM, "gate_luck": "13"})
    match = ours(Match).get()
    assert match.gates == {"luck": 13}
    with pytest.raises(NotAllowed, match=r"^gate$"):
        lobby.join(code=match.code, user=bob)


def test_a_table_that_never_filled_is_opened_again(alice: User, as_alice: Client) -> None:
    old = open_table(alice, size=3, name="Once more", pace=days(7), options={"rounds": 2})
    form = as_alice.get("/play/new/", {"like": old.code}).context["form"]
    assert (form["name"].value(), form["pace"].value()) == ("Once more", "7")
    assert form["size"].value() == 3
    assert form["option_rounds"].value() == 2


def test_nobody_reads_anothers_terms_that_way(alice: User, as_bob: Client) -> None:
    old = open_table(alice, name="Private name", visibility="invited")
    assert "Private name" not in as_bob.get("/play/new/", {"like": old.code}).content.decode()


# --- newcomers ----------------------------------------------------------------------------


def test_newcomers_are_offered_the_guided_match_first(
    alice: User, as_alice: Client, client: Client
) -> None:
    offer = "first-match"
    assert offer in client.get("/play/").content.decode()
    assert offer in as_alice.get("/play/").content.decode()
    assert offer in as_alice.get("/").content.decode()

    match = seating.pass_and_play(user=alice, title="nauticus", size=2)
    clocks.leave_running(code=match.code, user=alice)

    assert offer not in as_alice.get("/play/").content.decode()
    assert offer not in as_alice.get("/").content.decode()
