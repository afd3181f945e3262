"""One seat, one name: in lists, in the log, on the page, in the result."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.demo.people import play
from games.models import Match
from games.names import seat_name
from games.selectors.access import match_for
from games.services.play import clocks
from games.services.tables import lobby, rematch, seating
from tests.games.helpers import open_table, running

pytestmark = pytest.mark.django_db


def names(match: Match) -> list[str]:
    return [seat_name(seat) for seat in match.seats.order_by("number")]


def test_the_only_bot_is_the_computer(alice: User) -> None:
    assert sorted(names(seating.practise(user=alice, title="nauticus", size=2))) == [
        "Computer",
        "alice",
    ]


def test_several_bots_are_told_apart(alice: User) -> None:
    found = names(seating.practise(user=alice, title="nauticus", size=4))
    assert [name for name in found if name != "alice"] == ["Computer 1", "Computer 2", "Computer 3"]


def test_seats_at_one_device_have_their_own_names(alice: User) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=3, names=["Ada", "", "Cleo"])
    assert names(match) == ["Ada", "Player 2", "Cleo"]


def test_whoever_left_keeps_the_name(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob, charlie)
    clocks.leave_running(code=match.code, user=bob)
    assert "bob" in names(match)


def test_a_deleted_account_is_a_former_player(alice: User, bob: User) -> None:
    match = running(alice, bob)
    User.objects.filter(pk=bob.pk).update(username="former-7k2x", anonymised_at=timezone.now())
    assert "Former player 7k2x" in names(match)


def test_names_cost_no_query(alice: User) -> None:
    match = seating.practise(user=alice, title="nauticus", size=4)
    found = match_for(match.code, alice)
    with CaptureQueriesContext(connection) as asked:
        assert len({seat_name(seat) for seat in found.seats.all()}) == 4
    assert len(asked) == 0


def test_a_bot_has_one_name_on_every_page(alice: User, as_alice: Client) -> None:
    match = play(
        seating.practise(user=alice, title="nauticus", size=3, options={"rounds": 1}), 2000
    )
    for path in (f"/t/{match.code}/", f"/t/{match.code}/result/", f"/t/{match.code}/at/5/", "/"):
        page = as_alice.get(path).content.decode()
        assert "Computer 1" in page, path
        assert "Computer 2" in page, path
        assert not re.search(r"Computer(?! [12]\b)", page), path  # and no other


def test_pass_and_play_names_stand_on_every_page(alice: User, as_alice: Client) -> None:
    match = seating.pass_and_play(
        user=alice, title="nauticus", size=2, options={"rounds": 1}, names=["Ada", "Bo"]
    )
    assert "Ada’s turn" in as_alice.get("/").content.decode()
    play(match, 2000)
    for path in (f"/t/{match.code}/", f"/t/{match.code}/result/", f"/t/{match.code}/at/5/", "/"):
        page = as_alice.get(path).content.decode()
        assert "Ada" in page, path
        assert "Bo" in page, path
        assert "Player 2" not in page, path


def test_a_rematch_at_one_device_moves_the_names_on(alice: User) -> None:
    match = seating.pass_and_play(
        user=alice, title="nauticus", size=3, options={"rounds": 1}, names=["Ada", "", "Cleo"]
    )
    clocks.leave_running(code=match.code, user=alice)
    again = rematch.ask(code=match.code, user=alice)
    assert names(again) == ["Player 2", "Cleo", "Ada"]


def test_a_rematch_without_names_has_none(alice: User) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2, options={"rounds": 1})
    clocks.leave_running(code=match.code, user=alice)
    again = rematch.ask(code=match.code, user=alice)
    assert names(again) == ["Player 1", "Player 2"]


def test_lists_name_the_computer_at_an_open_table(alice: User, bob: User, as_alice: Client) -> None:
    match = open_table(bob, size=3)
    lobby.add_bot(code=match.code, user=bob)
    page = as_alice.get("/play/").content.decode()
    assert "2 of 3 seats taken: bob, Computer" in page
