"""The end of a match: everything is written down once, and nothing is left to do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.errors import NotAllowed
from games.models import Match, Snapshot
from games.selectors.positions import game_of, position
from games.selectors.snapshots import unpack
from games.selectors.turns import at_of
from games.services.play import clocks, commit, turns
from games.services.tables import lobby
from games.terms.charter import Charter
from tests.games.helpers import finished, running
from tests.games.play_helpers import look, owing, play_out, start
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn

pytestmark = pytest.mark.django_db

told: list[tuple[str, str]] = []


def listener(match: Match) -> None:
    told.append((match.code, match.status))


@pytest.fixture(autouse=True)
def _listen(settings: Settings) -> None:
    told.clear()
    settings.MATCH_FINISHED = ["tests.games.services.play.test_finish.listener"]


def test_the_result_is_what_the_title_says(alice: User, bob: User) -> None:
    match = finished(alice, bob)

    game, state = game_of(match), position(match)
    for seat, sheet, place in zip(
        match.seats.order_by("number"), game.score(state), game.ranking(state), strict=True
    ):
        assert (seat.score, seat.place) == (sheet.total, place)
        assert seat.sheet == {"lines": sheet.lines, "tiebreaks": list(sheet.tiebreaks)}
    assert match.ended == Match.End.PLAYED
    assert match.finished_at is not None
    assert match.ply == match.plies.count()


def test_nobody_owes_anything_any_more(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    pass_the_turn(match)
    third = match.seats.select_related("user").get(number=2)
    assert third.user is not None
    at = at_of(third, look(match, third))
    turns.submit(code=match.code, user=third.user, moves=["pass"], at=at)
    before = {seat.number: seat.revision for seat in match.seats.all()}
    clocks.leave_running(code=match.code, user=owing(match).user)  # type: ignore[arg-type]

    match.refresh_from_db()
    clocks.leave_running(code=match.code, user=third.user)

    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert not match.drafts.exists()
    for seat in match.seats.all():
        assert (seat.owes, seat.drafted, seat.deadline) == (False, False, None)
        assert seat.revision > before[seat.number]  # whatever page is open is old


def test_the_film_shows_every_position_that_was_kept(alice: User, bob: User) -> None:
    match = start(alice, bob, options=ONE_ROUND)
    other = start(alice, bob, options=ONE_ROUND)
    pass_the_turn(match)
    match.refresh_from_db()
    frames = dict(match.snapshots.values_list("ply", "state"))
    pass_the_turn(match)
    match.refresh_from_db()
    frames[match.ply] = match.state

    clocks.leave_running(code=match.code, user=bob)

    match.refresh_from_db()
    assert dict(unpack(match.film)) == frames
    assert [ply for ply, _state in unpack(match.film)] == sorted(frames)
    assert match.film.count == len(frames)
    assert not match.snapshots.exists()
    assert Snapshot.objects.filter(match=other).exists()  # others keep theirs


def test_whoever_wants_to_know_is_told_once(alice: User, bob: User) -> None:
    match = running(alice, bob)
    assert told == []

    play_out(match)

    assert told == [(match.code, "finished")]


def test_a_cancelled_table_is_no_finished_match(alice: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2))

    lobby.leave(code=match.code, user=alice)

    assert told == []


def test_with_two_people_left_the_match_goes_on(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob, charlie)
    entries = match.entries

    clocks.leave_running(code=match.code, user=bob)

    match.refresh_from_db()
    assert match.is_running
    gone = match.seats.get(user=bob)
    assert gone.autopilot
    (line,) = match.log.filter(kind="!left")
    assert (line.seat, line.number, line.ply) == (gone.number, entries + 1, match.ply)
    assert line.data == {"after": 0}
    assert match.entries == entries + 1
    assert not match.seats.exclude(pk=gone.pk).filter(autopilot=True).exists()


def test_who_left_cannot_leave_again(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob, charlie)
    clocks.leave_running(code=match.code, user=bob)

    with pytest.raises(NotAllowed, match=r"^not-seated$"):
        clocks.leave_running(code=match.code, user=bob)


def test_leaving_makes_every_own_page_old(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob, charlie)
    before = match.seats.get(user=bob).revision

    clocks.leave_running(code=match.code, user=bob)

    seat = match.seats.get(user=bob)
    assert (seat.revision, seat.drafted, seat.deadline) == (before + 1, False, None)


def test_pass_and_play_ends_for_all_at_once_and_nobody_comes_last_for_it(alice: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=3, options=ONE_ROUND), hot_seat=True)

    clocks.leave_running(code=match.code, user=alice)

    match.refresh_from_db()
    assert match.ended == Match.End.ABANDONED
    assert not match.seats.filter(autopilot=True).exists()
    assert not match.log.filter(kind="!left").exists()


def test_time_runs_out_at_the_deadline_and_not_before(
    alice: User, bob: User, charlie: User
) -> None:
    match = running(alice, bob, charlie)
    seat = owing(match)
    assert seat.deadline is not None
    seats = commit.seats_of(match)

    assert not clocks.is_due(seats, seat.deadline - timedelta(microseconds=1))
    assert clocks.is_due(seats, seat.deadline)
    assert clocks.settle(code=match.code) is False
    match.seats.filter(pk=seat.pk).update(deadline=timezone.now())
    assert clocks.settle(code=match.code) is True


def test_a_draft_that_is_not_whole_does_not_count_when_time_runs_out(
    alice: User, bob: User, charlie: User
) -> None:
    match = running(alice, bob, charlie)
    seat = owing(match)
    assert seat.user is not None
    at = at_of(seat, look(match, seat))
    turns.submit(code=match.code, user=seat.user, moves=["choose:0"], at=at)
    match.seats.filter(pk=seat.pk).update(deadline=timezone.now())

    assert clocks.settle(code=match.code)

    seat.refresh_from_db()
    assert seat.autopilot
    assert not match.plies.exists()
    assert not match.drafts.exists()
