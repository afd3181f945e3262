"""One mail for all that waits, at the moment the reader chose, and only while it's true."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Draft, Match, Seat
from notices import presence
from notices.models import Delivery, Notice, Reader
from notices.services import choices
from outbox.models import Effect
from tests.games.helpers import running
from tests.notices.helpers import START, letters, pass_turn, states, until, wants, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(alice: User, bob: User, clock: time_machine.Traveller) -> Match:
    """Alice has just been called."""
    found = running(alice, bob, first_player="creator")
    assert found.seats.get(owes=True).user == alice
    return found


def turn_mails(name: str) -> list[str]:
    return [m.subject for m in letters(name) if "turn" in m.subject or "waiting" in m.subject]


def test_at_once_means_with_the_next_sweep(match: Match, alice: User) -> None:
    wants(alice, timing="now")

    work()

    assert turn_mails("alice") == ["Your turn in Nauticus"]
    assert states(alice, "turn") == [("sent", "accepted by the mail server")]


def test_by_default_it_waits_for_a_quiet_half_hour(
    match: Match, clock: time_machine.Traveller
) -> None:
    until(clock, START + timedelta(minutes=29))
    assert turn_mails("alice") == []

    until(clock, START + timedelta(minutes=31))
    assert len(turn_mails("alice")) == 1


def test_one_mail_covers_all_that_waits(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    until(clock, START + timedelta(minutes=20))
    other = running(alice, bob, first_player="creator", name="Second table")
    until(clock, START + timedelta(minutes=49))
    assert turn_mails("alice") == []

    until(clock, START + timedelta(minutes=51))

    assert turn_mails("alice") == ["2 matches are waiting for you"]
    body = str(letters("alice")[-1].body)
    assert match.get_absolute_url() in body
    assert other.get_absolute_url() in body
    assert "Second table" in body


def test_it_never_waits_longer_than_two_hours(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    for minutes in (25, 50, 75, 100, 118):
        until(clock, START + timedelta(minutes=minutes))
        running(alice, bob, first_player="creator")

    until(clock, START + timedelta(minutes=121))

    assert turn_mails("alice") == ["6 matches are waiting for you"]


def test_no_mail_for_a_turn_already_taken(match: Match, alice: User) -> None:
    wants(alice, timing="now")
    pass_turn(match)
    match.refresh_from_db()

    work()

    assert turn_mails("alice") == []
    assert states(alice, "turn") == [("cancelled", "already moved")]
    assert Notice.objects.get(user=alice, kind="turn").answered_at is not None


def test_a_turn_taken_between_planning_and_sending_is_not_mailed(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    """Taken and given back: the first notice is answered, the second one counts."""
    until(clock, START + timedelta(minutes=10))
    pass_turn(match)
    pass_turn(match)
    match.refresh_from_db()
    until(clock, START + timedelta(minutes=35))
    assert turn_mails("alice") == []

    until(clock, START + timedelta(minutes=42))

    assert len(turn_mails("alice")) == 1
    assert [state for state, _why in states(alice, "turn")] == ["superseded", "sent"]


def test_no_second_mail_until_the_player_has_acted(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="now")
    work()
    other = running(alice, bob, first_player="creator")
    until(clock, START + timedelta(hours=6), step=600)
    assert len(turn_mails("alice")) == 1
    assert states(alice, "turn")[1][0] == "waiting"

    pass_turn(match)
    until(clock, START + timedelta(hours=6, minutes=12))

    assert len(turn_mails("alice")) == 2
    assert other.get_absolute_url() in str(letters("alice")[-1].body)


def test_what_the_computer_or_a_plan_played_is_not_an_act(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="now")
    work()
    pass_turn(match)
    match.plies.update(cause="clock")
    running(alice, bob, first_player="creator")

    until(clock, START + timedelta(hours=2), step=600)

    assert len(turn_mails("alice")) == 1


def test_once_a_day_at_the_readers_hour(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="daily", daily_hour=8)
    User.objects.filter(pk=alice.pk).update(time_zone="America/New_York")

    until(clock, START + timedelta(minutes=58))
    assert turn_mails("alice") == []
    until(clock, START + timedelta(hours=1, minutes=1))  # 08:00 in New York is 13:00 UTC

    assert len(turn_mails("alice")) == 1


def test_only_when_time_runs_short(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="late", late_hours=12, switches={"half": {"mail": False}})
    deadline = match.seats.get(user=alice).deadline
    assert deadline is not None

    until(clock, deadline - timedelta(hours=12, minutes=20), step=1200)
    assert turn_mails("alice") == []
    until(clock, deadline - timedelta(hours=11, minutes=30), step=600)

    assert len(turn_mails("alice")) == 1


def test_nothing_in_quiet_hours(match: Match, alice: User, clock: time_machine.Traveller) -> None:
    start, end = START + timedelta(minutes=10), START + timedelta(hours=3)
    off = {"started": {"mail": False}}
    wants(alice, quiet_from=start.time(), quiet_until=end.time(), switches=off)

    until(clock, end - timedelta(minutes=5), step=300)
    assert letters("alice") == []
    until(clock, end + timedelta(minutes=2))

    assert len(turn_mails("alice")) == 1


def test_whoever_has_the_table_open_is_left_alone_until_the_page_is_closed(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="now")
    presence.arrive(alice.pk, f"match:{match.code}")
    work()
    assert turn_mails("alice") == []

    presence.leave(alice.pk, f"match:{match.code}")
    until(clock, START + timedelta(minutes=3))

    assert len(turn_mails("alice")) == 1


def test_a_page_that_is_open_elsewhere_does_not_count(match: Match, alice: User) -> None:
    wants(alice, timing="now")
    presence.arrive(alice.pk, "match:another")

    work()

    assert len(turn_mails("alice")) == 1


def test_no_mail_while_a_plan_may_still_play_the_turn(
    match: Match, alice: User, monkeypatch: pytest.MonkeyPatch, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="now")
    seat = match.seats.get(user=alice)
    Draft.objects.create(match=match, seat=seat.number, standing=True, ply=match.ply)
    Seat.objects.filter(pk=seat.pk).update(drafted=True)
    monkeypatch.setattr("games.news.checks.stopped", lambda match, draft: None)
    work()
    assert turn_mails("alice") == []

    monkeypatch.setattr("games.news.checks.stopped", lambda match, draft: "unfinished")
    until(clock, START + timedelta(minutes=3))

    assert len(turn_mails("alice")) == 1


def test_a_muted_match_and_a_switched_off_kind_are_not_mailed(
    match: Match, alice: User, bob: User
) -> None:
    wants(alice, timing="now")
    choices.mute(user=alice, about=f"match:{match.code}", on=True)
    work()
    assert turn_mails("alice") == []
    assert Notice.objects.filter(user=alice, kind="turn").exists()
    assert not Notice.objects.filter(user=alice, kind__in=("half", "short")).exists()
    assert not Delivery.objects.filter(user=alice).exists()  # nor of the start

    choices.mute(user=alice, about=f"match:{match.code}", on=False)
    choices.save(user=alice, switches={"turn": {"mail": False}})
    running(alice, bob, first_player="creator")
    work()
    assert turn_mails("alice") == []


def test_switching_off_stops_what_already_waits(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    until(clock, START + timedelta(minutes=5))
    choices.save(user=alice, switches={"turn": {"mail": False}})

    until(clock, START + timedelta(minutes=40))

    assert turn_mails("alice") == []
    assert states(alice, "turn") == [("cancelled", "switched off")]


def test_alarms_come_at_half_and_at_four_fifths(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    wants(alice, switches={"turn": {"mail": False}, "started": {"mail": False}})
    deadline = match.seats.get(user=alice).deadline
    assert deadline is not None
    whole = deadline - START

    until(clock, START + whole * 0.49, step=1800)
    assert letters("alice") == []
    until(clock, START + whole * 0.52, step=600)
    assert [m.subject for m in letters("alice")] == ["Half your time for Nauticus is used"]
    until(clock, START + whole * 0.82, step=1800)

    assert len(letters("alice")) == 2
    assert "running out" in letters("alice")[-1].subject


def test_an_alarm_is_no_turn_mail_and_dies_with_the_turn(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="now")
    work()
    pass_turn(match)
    deadline = Notice.objects.get(user=alice, kind="half").at

    until(clock, deadline + timedelta(minutes=5), step=1800)

    assert [m for m in letters("alice") if "Half" in m.subject] == []
    assert states(alice, "half") == [("cancelled", "already moved")]
    assert Reader.objects.get(user=alice).turn_mail_at == START


def test_guests_get_no_mail_but_their_notices(alice: User, clock: time_machine.Traveller) -> None:
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    alice.refresh_from_db()
    Notice.objects.create(user=alice, kind="turn", data={"deadline": ""})

    work()

    assert not Delivery.objects.filter(user=alice).exists()


def test_a_mail_that_failed_for_good_does_not_silence_the_next(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    wants(alice, timing="now")
    monkeypatch.setattr("outbox.services.MAX_ATTEMPTS", 1)

    def refuse(*args: object, **kwargs: object) -> str:
        raise OSError("no mail server")

    with monkeypatch.context() as broken:
        broken.setattr("mail.services.send", refuse)
        work()
    assert states(alice, "turn")[0][0] == "failed"
    assert Effect.objects.filter(kind="notice", given_up_at__isnull=False).exists()

    running(alice, bob, first_player="creator")
    until(clock, timezone.now() + timedelta(minutes=2))

    assert len(turn_mails("alice")) == 1


def test_a_worker_that_dies_after_sending_is_made_good(
    match: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sent and noted in the outbox, but the delivery wasn't marked: the sweep does it."""
    wants(alice, timing="now")

    def die(*args: object) -> None:
        raise SystemExit

    with monkeypatch.context() as dying:
        dying.setattr("notices.services.deliver._end", die)
        with pytest.raises(SystemExit):
            work()
    assert len(turn_mails("alice")) == 1

    work()

    assert len(turn_mails("alice")) == 1
    assert states(alice, "turn")[0][0] == "sent"
