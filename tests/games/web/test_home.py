from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import friends
from games.models import Match, Seat
from games.selectors.listings import home
from games.selectors.turns import waiting_turns
from games.services.play import clocks
from games.services.sweep import sweep
from games.services.tables import seating
from games.statistics import statistics_of
from tests.games.helpers import finished, open_table, queries, running

pytestmark = pytest.mark.django_db


def owed(match: Match, user: User) -> Match:
    """Whatever the lot said: let this player be the one who is waited for."""
    soon = timezone.now() + timedelta(days=2)
    match.seats.update(owes=False, deadline=None)
    match.seats.filter(user=user).update(owes=True, deadline=soon)
    return match


def test_the_nearest_deadline_stands_first(alice: User, bob: User) -> None:
    late, soon = owed(running(alice, bob), alice), owed(running(alice, bob), alice)
    Seat.objects.filter(match=soon, user=alice).update(deadline=timezone.now())
    assert [row.match for row in home(alice).waiting] == [soon, late]
    assert [row.match.pk for row in home(bob).others] != []
    assert home(bob).waiting == []


def test_skipped_ones_go_to_the_end(alice: User, bob: User, as_alice: Client) -> None:
    first, second = owed(running(alice, bob), alice), owed(running(alice, bob), alice)
    Seat.objects.filter(match=first, user=alice).update(deadline=timezone.now())
    assert as_alice.get("/play/next/").url == f"/t/{first.code}/"  # type: ignore[attr-defined]
    answer = as_alice.post(f"/t/{first.code}/skip/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{second.code}/"
    assert [row.match for row in home(alice).waiting] == [second, first]


def test_nothing_can_be_skipped_for_others(alice: User, bob: User, as_bob: Client) -> None:
    match = owed(running(alice, bob), alice)
    as_bob.post(f"/t/{match.code}/skip/")
    assert not Seat.objects.exclude(skipped_at=None).exists()


def test_next_without_anything_waiting_leads_home(as_alice: Client) -> None:
    assert as_alice.get("/play/next/").url == "/"  # type: ignore[attr-defined]


def test_the_badge_counts_turns(alice: User, bob: User, as_alice: Client) -> None:
    owed(running(alice, bob), alice)
    assert waiting_turns(alice) == 1
    assert as_alice.get("/about/").context["waiting_turns"] == 1


def test_pass_and_play_is_listed_once(alice: User) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=3)
    assert [row.match for row in home(alice).waiting] == [match]


def test_home_costs_the_same_with_many_matches(
    alice: User, bob: User, charlie: User, as_alice: Client
) -> None:
    running(alice, bob)
    open_table(alice)
    open_table(bob)
    few = queries(as_alice, "/")
    for _ in range(4):
        running(alice, bob, charlie)
        open_table(alice, charlie, size=3)
        open_table(bob, charlie, size=4)
    assert queries(as_alice, "/") == few <= 14


def test_my_matches_by_kind(alice: User, bob: User, as_alice: Client) -> None:
    done = finished(alice, bob, name="Done")
    running(alice, bob, name="Going on")
    page = as_alice.get("/matches/").content.decode()
    assert "Going on" in page
    assert "Done" not in page
    page = as_alice.get("/matches/", {"show": "finished"}).content.decode()
    assert f"/t/{done.code}/result/" in page
    won = as_alice.get("/matches/", {"show": "finished", "won": "1"}).content.decode()
    first = done.seats.get(user=alice).place == 1
    assert (f"/t/{done.code}/result/" in won) == first
    assert as_alice.get("/matches/", {"show": "?", "page": "x", "title": "no"}).status_code == 200


def test_strangers_find_public_matches_to_watch(alice: User, bob: User, client: Client) -> None:
    running(alice, bob, name="In public")
    running(alice, bob, name="In private", visibility="link")
    running(alice, bob, name="Behind doors", spectators=False)
    page = client.get("/matches/").content.decode()
    assert "In public" in page
    assert "In private" not in page
    assert "Behind doors" not in page


def test_the_list_of_matches_costs_the_same_with_many(
    alice: User, bob: User, as_alice: Client
) -> None:
    running(alice, bob)
    few = queries(as_alice, "/matches/")
    for _ in range(4):
        running(alice, bob)
    assert queries(as_alice, "/matches/") == few <= 9


def test_numbers_of_a_title(alice: User, bob: User, client: Client) -> None:
    before = statistics_of("nauticus")
    cache.clear()
    finished(alice, bob)  # a short match counts as played, not for averages
    found = statistics_of("nauticus")
    assert found.finished == before.finished + 1
    assert (found.running, found.sizes) == (before.running, [])
    assert client.get("/games/").status_code == 200
    assert client.get("/games/nauticus/").status_code == 200
    assert client.get("/games/chess/").status_code == 404


def test_old_addresses_lead_to_the_new_ones(client: Client) -> None:
    assert client.get("/titles/").headers["Location"] == "/games/"
    assert client.get("/titles/nauticus/").headers["Location"] == "/games/nauticus/"
    assert client.get("/titles/nauticus/").status_code == 301
    old_list = client.get("/games/", {"show": "ended", "page": "2"})
    assert old_list.status_code == 301
    assert old_list.headers["Location"] == "/matches/?show=ended&page=2"


def test_averages_by_seat_come_from_full_matches(alice: User, bob: User) -> None:
    match = finished(alice, bob)
    Match.objects.filter(pk=match.pk).update(options={"rounds": 4})
    line = statistics_of("nauticus").sizes[0]
    assert (line.size, line.matches) == (2, 1)
    assert sum(seat.share for seat in line.seats) >= 100


def test_the_opener_finds_out_that_a_table_ran_out(
    alice: User, bob: User, as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    match = open_table(alice, bob, size=3, name="Too quiet")
    sweep(timezone.now() + timedelta(days=15))
    Match.objects.filter(pk=match.pk).update(expires_at=timezone.now() - timedelta(minutes=1))

    assert "Too quiet" in as_alice.get("/").content.decode()
    assert f"/play/new/?like={match.code}" in as_alice.get("/").content.decode()
    assert "Too quiet" in as_bob.get("/").content.decode()
    assert "Too quiet" not in as_charlie.get("/").content.decode()


def test_a_table_one_closed_oneself_is_no_news(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = open_table(alice, bob, size=3, name="Changed my mind")
    as_alice.post(f"/t/{match.code}/get-up/")
    assert "Changed my mind" not in as_alice.get("/").content.decode()
    assert "The host closed it" in as_bob.get("/").content.decode()


def test_after_a_turn_the_page_says_what_waits_next(
    alice: User, bob: User, as_alice: Client
) -> None:
    here, there = owed(running(alice, bob), bob), owed(running(alice, bob), alice)
    page = as_alice.get(f"/t/{here.code}/").content.decode()
    link = page[page.index('data-turns="1"') :]
    assert link.index("Next match (<span data-turns-count>1</span>)") < link.index("</a>")
    url = f"/play/next/?after={here.code}"
    assert url in page
    assert as_alice.get(url).url == f"/t/{there.code}/"  # type: ignore[attr-defined]


def test_dates_begin_with_the_day(alice: User, as_alice: Client) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2)
    clocks.leave_running(code=match.code, user=alice)
    Match.objects.filter(pk=match.pk).update(finished_at=datetime(2026, 11, 7, 14, 5, tzinfo=UTC))
    assert "7 Nov 2026" in as_alice.get("/").content.decode()
    assert "7 Nov 2026" in as_alice.get(f"/t/{match.code}/result/").content.decode()


def test_home_can_be_fetched_without_the_page_around_it(
    alice: User, bob: User, as_alice: Client
) -> None:
    match = owed(running(alice, bob), alice)
    part = as_alice.get("/?part=harbour", headers={"HX-Request": "true"}).content.decode()
    assert part.count('id="harbour"') == 1
    assert f"/t/{match.code}/" in part
    assert 'id="waiting" hx-swap-oob="morph"' in part
    assert 'id="toasts"' not in part  # else a message meant for another page would be used up
    assert "<html" in as_alice.get("/?part=harbour").content.decode()


def test_a_profile_shows_the_matches_its_reader_may_know_of(
    alice: User, bob: User, charlie: User, client: Client, as_bob: Client, as_charlie: Client
) -> None:
    running(alice, bob, name="In public")
    running(alice, charlie, name="By link", visibility="link")
    seating.pass_and_play(user=alice, title="nauticus", size=2)
    done = finished(alice, bob, name="Long ago")

    page = client.get("/players/alice/").content.decode()

    assert "In public" in page
    assert "By link" not in page
    assert "pass and play" not in page
    place = done.seats.get(user=alice).place
    assert f"/t/{done.code}/result/" in page
    assert f'medal-{place}"' in page
    assert "By link" not in as_bob.get("/players/alice/").content.decode()
    assert "By link" in as_charlie.get("/players/alice/").content.decode()  # who sits there
    few = queries(client, "/players/alice/")
    for _ in range(3):
        running(alice, bob)
    assert queries(client, "/players/alice/") == few


def test_friend_requests_are_answered_at_home(alice: User, bob: User, as_alice: Client) -> None:
    friends.ask(asker=bob, asked=alice)

    page = as_alice.get("/").content.decode()

    assert page.count("Friend requests") == 1
    assert "wants to be your friend" not in page  # once is enough
    answer = as_alice.post("/players/bob/accept/", {"next": "/"})
    assert answer.headers["Location"] == "/"
    assert "Friend requests" not in as_alice.get("/").content.decode()
