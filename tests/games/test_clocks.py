"""Deadlines, leaving, and what the sweep does about tables and turns."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Match
from games.positions import game_of
from games.records import text_for
from games.services import bots, clocks, lobby, play
from games.services.finish import final_places
from games.services.lobby import Charter
from tests.games.play_helpers import look, owing, start

pytestmark = pytest.mark.django_db
ONE_ROUND = {"rounds": 1}


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    return start(alice, bob, charlie, options=ONE_ROUND)


def play_bots_out(match: Match) -> None:
    for _ in range(400):
        match.refresh_from_db()
        if not bots.take_turn(code=match.code, ply=match.ply):
            return


def test_each_owed_seat_has_a_deadline(match: Match) -> None:
    seat = owing(match)

    assert seat.deadline is not None
    left = seat.deadline - timezone.now()
    assert timedelta(days=2, hours=23) < left <= timedelta(days=3)
    assert not match.seats.exclude(pk=seat.pk).exclude(deadline=None).exists()


def test_out_of_time_the_seat_goes_to_the_computer_and_comes_last(match: Match) -> None:
    gone = owing(match)

    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        assert clocks.sweep() == 1
    gone.refresh_from_db()
    assert gone.autopilot
    play_bots_out(match)

    match.refresh_from_db()
    assert match.plies.filter(seat=gone.number, cause="autopilot").exists()
    assert not owing(match).autopilot  # the others play on
    assert "! timeout" in text_for(match, None)


def test_the_deadline_decides_even_before_the_sweep(match: Match) -> None:
    seat = owing(match)
    at = play.at_of(seat, look(match, seat))

    with (
        time_machine.travel(timezone.now() + timedelta(days=4), tick=False),
        pytest.raises(Stale),
    ):
        play.submit(code=match.code, user=seat.user, moves=["choose:0"], at=at)

    seat.refresh_from_db()
    assert seat.autopilot


def test_a_whole_draft_counts_when_time_runs_out(match: Match) -> None:
    seat = owing(match)
    while True:
        seat.refresh_from_db()
        found = look(match, seat)
        if found.parked is not None:
            break
        moves = [str(m) for m in game_of(match).moves(found.state, seat.number)]
        wanted = next(m for m in ("end", "pass", moves[0]) if m in moves)
        at = play.at_of(seat, found)
        play.submit(code=match.code, user=seat.user, moves=[wanted], at=at)

    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        clocks.sweep()

    seat.refresh_from_db()
    assert not seat.autopilot
    assert match.plies.filter(seat=seat.number, cause="clock").exists()


def test_with_one_person_left_the_match_ends_at_once(alice: User, bob: User) -> None:
    match = start(alice, bob)

    clocks.leave_running(code=match.code, user=alice)

    match.refresh_from_db()
    assert match.ended == Match.End.ABANDONED
    assert match.seats.get(user=bob).place == 1
    assert match.seats.get(user=alice).place == 2
    with pytest.raises(TableClosed):
        clocks.leave_running(code=match.code, user=bob)


def test_a_stranger_cannot_leave_for_another(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob)

    with pytest.raises(NotAllowed):
        clocks.leave_running(code=match.code, user=charlie)


@pytest.mark.parametrize(
    ("ranking", "left", "places"),
    [
        ([1, 2, 3], [False, False, False], [1, 2, 3]),
        ([1, 2, 3], [True, False, False], [3, 1, 2]),
        ([1, 1, 3], [False, False, True], [1, 1, 3]),
        ([2, 1, 3, 4], [True, False, True, False], [3, 1, 3, 2]),
    ],
)
def test_whoever_left_comes_last(ranking: list[int], left: list[bool], places: list[int]) -> None:
    assert final_places(ranking, left) == places


def test_the_sweep_starts_and_closes_tables(alice: User, bob: User) -> None:
    soon = timezone.now() + timedelta(hours=1)
    planned = lobby.create(user=alice, charter=Charter(size=2, start_at=soon))
    lobby.join(code=planned.code, user=bob)
    stale = lobby.create(user=alice, charter=Charter(size=3))
    assert Match.objects.get(pk=planned.pk).is_open

    with time_machine.travel(soon + timedelta(minutes=1), tick=False):
        clocks.sweep()
    assert Match.objects.get(pk=planned.pk).is_running
    assert Match.objects.get(pk=stale.pk).is_open

    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        clocks.sweep()
    assert Match.objects.get(pk=stale.pk).status == Match.Status.CANCELLED
