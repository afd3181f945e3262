"""The log: whole at an address of its own, marked where one left off, and to each their own."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.demo.people import play
from games.models import Entry, Match
from tests.games.helpers import queries, running

pytestmark = pytest.mark.django_db
SINCE = "Since your last turn"


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice has moved, Bob has too, and it is Alice's turn again."""
    match = running(alice, bob, options={"rounds": 2})
    play(match, 2000, until=alice)
    play(match, 4)
    play(match, 2000, until=bob)
    play(match, 4)
    return play(match, 2000, until=alice)


def test_the_whole_log_has_a_page_of_its_own(match: Match, client: Client) -> None:
    page = client.get(f"/t/{match.code}/log/").content.decode()

    chosen = list(Entry.objects.filter(match=match, kind="choose"))
    assert chosen
    for entry in chosen:
        assert f'id="e{entry.number}"' in page
        assert f'href="/t/{match.code}/at/{entry.ply}/"' in page
    assert 'id="round-1"' in page
    assert "Phase 1" in page
    assert match.commitment in page
    assert match.secret not in page


def test_the_match_page_leads_there(match: Match, client: Client) -> None:
    assert f'href="/t/{match.code}/log/"' in client.get(f"/t/{match.code}/").content.decode()


def test_it_costs_the_same_however_long_the_match(match: Match, as_alice: Client) -> None:
    few = queries(as_alice, f"/t/{match.code}/log/")
    play(match, 60)
    assert queries(as_alice, f"/t/{match.code}/log/") == few <= 9


def test_what_happened_since_your_last_turn_is_marked(
    match: Match, as_alice: Client, client: Client
) -> None:
    for address in (f"/t/{match.code}/", f"/t/{match.code}/log/"):
        page = as_alice.get(address).content.decode()
        seen = match.seats.get(user__username="alice").seen_ply
        later = Entry.objects.filter(match=match, ply__gt=seen).order_by("number")
        shown = [f'id="e{entry.number}"' for entry in later if f'id="e{entry.number}"' in page]
        assert shown
        for line in shown:
            assert page.index(SINCE) < page.index(line)

        assert as_alice.get(address).content.decode().count(SINCE) >= 1  # a reload moves nothing
        assert SINCE not in client.get(address).content.decode()  # nobody's turn was last


def test_the_mark_moves_with_your_next_turn(match: Match, as_alice: Client) -> None:
    before = match.seats.get(user__username="alice").seen_ply
    as_alice.get(f"/t/{match.code}/")
    assert match.seats.get(user__username="alice").seen_ply == before

    play(match, 2000, until=match.seats.get(user__username="bob").user)

    assert match.seats.get(user__username="alice").seen_ply == match.ply > before


def test_a_line_for_one_seat_is_read_by_that_seat_only(
    match: Match, alice: User, as_alice: Client, as_bob: Client, client: Client
) -> None:
    line = Entry.objects.filter(match=match, kind="choose").order_by("number")[0]
    Entry.objects.filter(pk=line.pk).update(to=[match.seats.get(user=alice).number])
    mark = f'id="e{line.number}"'

    assert mark in as_alice.get(f"/t/{match.code}/log/").content.decode()
    for reader in (as_bob, client):
        assert mark not in reader.get(f"/t/{match.code}/log/").content.decode()
