"""Play now and practice: always against the computer, and the person goes first."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from engine.core import fairness
from games.demo.people import play
from games.models import Match
from games.news import lines
from games.services.tables import lobby, rematch, seating
from games.terms.charter import Charter
from games.titles.naming import match_name
from notices.models import Notice
from tests.games.helpers import open_table, queries, running
from tests.strangers import ours

pytestmark = pytest.mark.django_db

ONE_ROUND = {"rounds": 1}


@pytest.fixture(autouse=True)
def _the_computer_wins_every_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opened the table would be last."""
    monkeypatch.setattr(fairness, "seat_order", lambda seed, n: list(range(n))[::-1])


def beginner(match: Match) -> User | None:
    return match.seats.select_related("user").get(number=0).user


def started() -> Match:
    return ours(Match).filter(status="running").latest("pk")


# --- play now -----------------------------------------------------------------------------


def test_five_guests_in_a_row_meet_the_computer_and_are_to_move(alice: User, bob: User) -> None:
    waiting = [open_table(alice), open_table(bob, size=3), open_table(alice, bob, size=3)]

    for _ in range(5):
        client = Client()
        answer = client.post("/play/now/")

        match = started()
        assert answer.url == f"/t/{match.code}/"  # type: ignore[attr-defined]
        person = match.seats.get(bot="")
        assert (person.number, person.owes) == (0, True)
        assert person.user is not None
        assert person.user.is_guest
        assert 'id="turn"' in client.get(f"/t/{match.code}/").content.decode()
        assert (match.size, match.visibility, match.options) == (2, "link", {"rounds": 4})
        open_table(person.user)  # a guest's own table doesn't catch the next one either

    for table in waiting:
        assert Match.objects.get(pk=table.pk).is_open


def test_play_now_takes_the_game_and_the_number_of_players(as_alice: Client, quay: str) -> None:
    as_alice.post("/play/now/", {"size": "4"})
    assert started().seats.exclude(bot="").count() == 3

    as_alice.post("/play/now/", {"title": quay})
    assert started().title == quay


def test_play_now_says_what_is_wrong(as_alice: Client) -> None:
    for wrong in ({"size": "7"}, {"title": "chess"}):
        assert as_alice.post("/play/now/", wrong).status_code == 422
    assert not ours(Match).exists()


def test_the_pages_offer_the_guided_match_the_computer_and_people(
    as_alice: Client, client: Client
) -> None:
    for found in (client.get("/"), client.get("/play/"), as_alice.get("/"), as_alice.get("/play/")):
        page = found.content.decode()
        assert 'action="/play/guided/"' in page
        assert 'action="/play/now/"' in page
        assert 'href="/play/#tables-h"' in page
    assert 'id="tables-h"' in client.get("/play/").content.decode()


def test_zones_travel_with_every_form_that_makes_a_guest(alice: User, client: Client) -> None:
    table = open_table(alice, visibility="link")
    for path in ("/", "/play/", "/play/new/", "/games/nauticus/", "/games/", f"/t/{table.code}/"):
        forms = client.get(path).content.decode().split("<form")[1:]
        posted = [form for form in forms if 'method="post"' in form.split(">")[0]]
        makers = [form for form in posted if 'action="/play/' in form or "/join/" in form]
        assert len(makers) > 1, path  # there is one in the bar of every page
        assert all('name="time_zone"' in form for form in makers), path


@pytest.mark.parametrize(
    ("said", "kept"), [("America/Lima", "America/Lima"), ("Atlantis/Ys", "UTC"), ("", "UTC")]
)
def test_a_guest_lives_in_the_browsers_time_zone(alice: User, said: str, kept: str) -> None:
    table = open_table(alice, visibility="link")
    ways = [f"/play/{way}/" for way in ("now", "guided", "practise", "together")]

    for path in (*ways, f"/t/{table.code}/join/"):
        Client().post(path, {"time_zone": said, "size": "2"})
        guest = User.objects.latest("pk")
        assert (guest.is_guest, guest.time_zone) == (True, kept), path


# --- who begins ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("first", Match.FirstPlayer.values)
def test_the_person_begins_whatever_the_charter_says(alice: User, size: int, first: str) -> None:
    charter = Charter(size=size, options=ONE_ROUND, first_player=first)

    assert beginner(lobby.create(user=alice, charter=charter, bots=size - 1)) == alice


def test_the_person_begins_at_a_table_filled_with_computers(alice: User) -> None:
    match = open_table(alice, size=3)
    lobby.add_bot(code=match.code, user=alice)
    match = lobby.add_bot(code=match.code, user=alice)

    assert match.is_running
    assert beginner(match) == alice


def test_among_people_the_lot_still_decides(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=3, options=ONE_ROUND), bots=1)
    lobby.join(code=match.code, user=bob)

    assert [seat.user for seat in match.seats.order_by("number")] == [bob, None, alice]


def test_the_person_begins_the_rematch_too(alice: User) -> None:
    match = play(seating.practise(user=alice, title="nauticus", size=3, options=ONE_ROUND), 2000)
    assert match.status == Match.Status.FINISHED

    again = rematch.ask(code=match.code, user=alice)

    assert again.is_running
    assert beginner(again) == alice


def test_the_charter_says_who_begins(alice: User, as_alice: Client) -> None:
    match = seating.practise(user=alice, title="nauticus", size=2)

    page = as_alice.get(f"/t/{match.code}/charter/").content.decode()

    assert "Against the computer, people go first." in page
    assert "Drawn by lot" not in page


# --- what it is called --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "name"), [(2, "alice vs the computer"), (4, "alice vs 3 computers")]
)
def test_a_match_against_computers_is_named_after_who_plays(
    alice: User, as_alice: Client, size: int, name: str
) -> None:
    match = seating.practise(user=alice, title="nauticus", size=size)

    assert match_name(match) == name
    assert f"<h1>{name}" in as_alice.get(f"/t/{match.code}/").content.decode()
    assert name in as_alice.get("/").content.decode()


@pytest.mark.parametrize(
    ("size", "name"), [(2, "alice vs the computer"), (4, "alice vs 3 computers")]
)
def test_the_bell_and_the_mail_of_its_end_call_it_the_same(
    alice: User, as_alice: Client, size: int, name: str
) -> None:
    match = seating.practise(user=alice, title="nauticus", size=size, options=ONE_ROUND)
    play(match, 2000)

    (ended,) = Notice.objects.filter(user=alice, kind="ended")
    assert lines.match_name(ended) == name
    bell = as_alice.get("/notices/bell/").content.decode()
    assert f"{name} is over: see the result." in bell
    assert "Nauticus is over" not in bell


def test_the_bell_keeps_a_name_that_was_given(alice: User, bob: User, as_alice: Client) -> None:
    play(lobby.create(user=alice, charter=Charter(name="Solo", options=ONE_ROUND), bots=1), 2000)
    play(running(alice, bob), 2000)

    bell = as_alice.get("/notices/bell/").content.decode()
    assert "Solo is over: see the result." in bell
    assert "Nauticus is over: see the result." in bell


def test_other_matches_keep_their_names(alice: User, bob: User) -> None:
    assert match_name(running(alice, bob)) == "Nauticus"
    assert match_name(running(alice, bob, name="Blue hour")) == "Blue hour"
    named = lobby.create(user=alice, charter=Charter(name="Solo"), bots=1)
    assert match_name(named) == "Solo"
    together = seating.pass_and_play(user=alice, title="nauticus", size=2)
    assert match_name(together) == "Nauticus"
    waiting = lobby.create(user=alice, charter=Charter(size=3), bots=1)
    assert match_name(waiting) == "Nauticus"


def test_names_cost_no_query_each(alice: User, as_alice: Client) -> None:
    seating.practise(user=alice, title="nauticus", size=2)
    few = queries(as_alice, "/")
    for _ in range(3):
        seating.practise(user=alice, title="nauticus", size=3)

    assert queries(as_alice, "/") == few
