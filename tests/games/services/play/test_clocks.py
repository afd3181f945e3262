"""Deadlines, leaving, and what the sweep does about tables and turns."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from structlog.testing import capture_logs

from accounts.models import User
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Draft, Match, Seat
from games.selectors.positions import game_of
from games.selectors.records import text_for
from games.selectors.turns import at_of
from games.services.play import bots, clocks, commit, takeback, turns
from games.services.play.finish import final_places
from games.services.sweep import sweep
from games.services.tables import lobby
from games.terms.charter import Charter
from tests.games.play_helpers import look, owing, start
from tests.games.services.play.test_play import pass_the_turn

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
        assert sweep() == 1
    gone.refresh_from_db()
    assert gone.autopilot
    play_bots_out(match)

    match.refresh_from_db()
    assert match.plies.filter(seat=gone.number, cause="autopilot").exists()
    assert not owing(match).autopilot  # the others play on
    assert "! timeout" in text_for(match, None)


def test_time_is_up_at_the_deadline_not_after_it(match: Match) -> None:
    seat = owing(match)
    assert seat.deadline is not None

    with time_machine.travel(seat.deadline - timedelta(microseconds=1), tick=False):
        assert not clocks.settle(code=match.code)
    with time_machine.travel(seat.deadline, tick=False):
        assert clocks.settle(code=match.code)

    seat.refresh_from_db()
    assert seat.autopilot


def test_the_deadline_decides_even_before_the_sweep(match: Match) -> None:
    seat = owing(match)
    at = at_of(seat, look(match, seat))

    with (
        time_machine.travel(timezone.now() + timedelta(days=4), tick=False),
        pytest.raises(Stale),
    ):
        turns.submit(code=match.code, user=seat.user, moves=["choose:0"], at=at)

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
        at = at_of(seat, found)
        turns.submit(code=match.code, user=seat.user, moves=[wanted], at=at)

    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        sweep()

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

    with pytest.raises(NotAllowed, match=r"^not-seated$"):
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
        sweep()
    assert Match.objects.get(pk=planned.pk).is_running
    assert Match.objects.get(pk=stale.pk).is_open

    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        sweep()
    assert Match.objects.get(pk=stale.pk).status == Match.Status.CANCELLED


def test_one_broken_match_does_not_stop_the_sweep(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = [start(alice, bob, charlie, options=ONE_ROUND) for _ in range(3)]
    broken = late[0]
    mended = broken.state
    Match.objects.filter(pk=broken.pk).update(state={"nonsense": 1})
    Draft.objects.create(
        match=broken, seat=owing(broken).number, moves=["pass"], parked=True, ply=0
    )
    soon = timezone.now() + timedelta(days=4)

    with time_machine.travel(soon, tick=False), capture_logs() as logs:
        assert sweep() == 2

    assert [line["match"] for line in logs if line["event"] == "sweep.failed"] == [broken.code]
    assert not broken.seats.filter(autopilot=True).exists()
    assert all(match.seats.filter(autopilot=True).exists() for match in late[1:])
    Match.objects.filter(pk=broken.pk).update(state=mended)
    with time_machine.travel(soon, tick=False):
        assert sweep() == 1
    assert broken.seats.filter(autopilot=True).exists()


def test_one_broken_table_does_not_stop_the_others(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = timezone.now() + timedelta(hours=1)
    planned = [lobby.create(user=alice, charter=Charter(size=2, start_at=soon)) for _ in range(2)]
    for table in planned:
        lobby.join(code=table.code, user=bob)
    stale = [lobby.create(user=alice, charter=Charter(size=3)) for _ in range(2)]
    good = commit.lock
    bad = {planned[0].code, stale[0].code}

    def lock(code: str) -> Match:
        if code in bad:
            raise RuntimeError("a disk on fire")
        return good(code)

    monkeypatch.setattr(commit, "lock", lock)
    with time_machine.travel(soon + timedelta(days=20), tick=False):
        assert sweep() >= 2
        assert Match.objects.get(pk=planned[1].pk).is_running
        assert Match.objects.get(pk=stale[1].pk).status == Match.Status.CANCELLED
        assert Match.objects.get(pk=stale[0].pk).is_open
        bad.clear()
        sweep()
    assert Match.objects.get(pk=stale[0].pk).status == Match.Status.CANCELLED


@pytest.mark.parametrize("by", ["a commit", "the sweep"])
def test_a_late_commit_has_the_same_effect_as_the_sweep(match: Match, by: str) -> None:
    seat = owing(match)
    before = (match.ply, match.plies.count())
    client = Client()
    assert seat.user is not None
    client.force_login(seat.user)
    at = at_of(seat, look(match, seat))

    with time_machine.travel(timezone.now() + timedelta(days=3, seconds=1), tick=False):
        client.force_login(seat.user)
        if by == "the sweep":
            sweep()
        else:
            fields = {"at": at, "move": ["choose:0", "pass", "end"], "confirm": "1"}
            htmx = {"HX-Request": "true"}
            late = client.post(f"/t/{match.code}/move/", fields, headers=htmx)
            assert late.status_code == 409
            assert "has moved on" in late.content.decode()

    seat.refresh_from_db()
    match.refresh_from_db()
    assert (match.ply, match.plies.count()) == before
    assert (seat.autopilot, seat.deadline, seat.owes) == (True, None, True)
    assert list(match.log.filter(kind__startswith="!").values_list("kind", "seat")) == [
        ("!timeout", seat.number)
    ]


@pytest.mark.parametrize("why", ["leave", "time-out"])
def test_whoever_is_gone_watches_on_and_comes_last(match: Match, why: str) -> None:
    seat = owing(match)
    assert seat.user is not None
    page = match.get_absolute_url()
    when = timezone.now() + timedelta(days=4 if why == "time-out" else 0)
    with time_machine.travel(when, tick=False):
        client = Client()
        client.force_login(seat.user)
        if why == "leave":
            answer = client.post(f"{page}leave/", follow=True)
            assert answer.redirect_chain[-1][0] == page
            assert "You left the match." in answer.content.decode()
        else:
            sweep()
        html = client.get(page).content.decode()

        assert "You’re watching." in html
        assert 'name="move"' not in html
        assert client.post(f"{page}move/", {"at": "1.0", "move": "pass"}).status_code == 403
        assert client.get(f"{page}leave/").url == page  # type: ignore[attr-defined]
        other = match.seats.exclude(pk=seat.pk).select_related("user")[0]
        assert other.user is not None
        clocks.leave_running(code=match.code, user=other.user)

    match.refresh_from_db()
    assert match.ended == Match.End.ABANDONED
    places = {s.number: s.place for s in match.seats.all()}
    stayed = ({0, 1, 2} - {seat.number, other.number}).pop()
    assert places == {stayed: 1, seat.number: 2, other.number: 2}
    # All three keep their names; the computer that finished for two of them is nobody's name.
    result = client.get(f"{page}result/").content.decode()
    assert all(str(person.user) in result for person in match.seats.select_related("user"))
    assert "Computer" not in result


def test_one_person_left_among_robots_has_nobody_to_play_on_for(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=3, options=ONE_ROUND))
    lobby.add_bot(code=match.code, user=alice)
    lobby.join(code=match.code, user=bob)

    clocks.leave_running(code=match.code, user=bob)

    match.refresh_from_db()
    assert match.ended == Match.End.ABANDONED
    assert match.seats.get(user=bob).place == 3
    assert "! leave " in text_for(match, None)
    assert "! end abandoned" in text_for(match, None)


def test_leaving_alone_against_robots_ends_it(alice: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2, options=ONE_ROUND), bots=1)

    clocks.leave_running(code=match.code, user=alice)

    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert [seat.place for seat in match.seats.order_by("user_id")] == [2, 1]


def test_a_departure_settles_what_waited_for_it(match: Match) -> None:
    """Nobody waits for the consent of somebody who is gone."""
    pass_the_turn(match)
    seats = match.seats.select_related("user").order_by("number")
    first, second, third = (seat.user for seat in seats if seat.user is not None)
    takeback.ask(code=match.code, user=first)
    takeback.answer(code=match.code, user=second, agree=True)

    clocks.leave_running(code=match.code, user=third)

    match.refresh_from_db()
    assert match.ply == 0
    assert takeback.open_request(match) is None


def test_a_request_goes_with_whoever_made_it(match: Match) -> None:
    pass_the_turn(match)
    first = match.seats.select_related("user").get(number=0).user
    assert first is not None
    takeback.ask(code=match.code, user=first)

    clocks.leave_running(code=match.code, user=first)

    match.refresh_from_db()
    assert match.ply > 0
    assert takeback.open_request(match) is None


def test_somebody_faster_than_the_sweep_is_no_failure(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = timezone.now() + timedelta(hours=1)
    table = lobby.create(user=alice, charter=Charter(size=2, start_at=soon))
    lobby.join(code=table.code, user=bob)

    def begun_already(code: str) -> Match:
        raise TableClosed

    monkeypatch.setattr(lobby, "begin", begun_already)
    with capture_logs() as logs:
        assert sweep(soon) == 0
    assert not [line for line in logs if line["event"] == "sweep.failed"]


def test_a_sweep_takes_five_hundred_of_each_and_the_most_urgent_first(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    tables = Match.objects.bulk_create(
        Match(creator=alice, title="nauticus", size=1, start_at=now, expires_at=now)
        for _ in range(501)
    )
    Seat.objects.bulk_create(
        Seat(match=table, number=0, user=alice, owes=True, deadline=now - timedelta(seconds=n))
        for n, table in enumerate(tables)
    )
    done: dict[str, list[str]] = {}
    for module, name in ((clocks, "settle"), (lobby, "begin"), (lobby, "expire")):
        done[name] = []
        monkeypatch.setattr(module, name, lambda code, to=done[name]: to.append(code) or True)

    assert sweep(now) == 1500

    assert {name: len(codes) for name, codes in done.items()} == {
        "settle": 500, "begin": 500, "expire": 500,
    }  # fmt: skip
    assert done["settle"] == [table.code for table in reversed(tables[1:])]
