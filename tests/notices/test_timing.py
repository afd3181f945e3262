"""When somebody is told, in a zone whose clocks change: 29 March and 25 October 2026, Berlin."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from notices import timing
from notices.timing import Waiting, Wish

BERLIN = ZoneInfo("Europe/Berlin")


def utc(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def wish(timing: str = "batch", quiet: str = "", **chosen: int) -> Wish:
    start, end = (time.fromisoformat(t) for t in quiet.split("-")) if quiet else (None, None)
    return Wish(BERLIN, timing, quiet_from=start, quiet_until=end, **chosen)


NOON = utc("2026-03-02T12:00")


@pytest.mark.parametrize(
    ("chosen", "minutes", "due"),
    [
        ("now", [0], 0),
        ("now", [0, 20], 0),
        ("batch", [0], 30),
        ("batch", [0, 20], 50),
        ("batch", [20, 0], 50),
        ("batch", [0, 25, 50, 75, 89], 119),
        ("batch", [0, 25, 50, 75, 91], 120),
        ("batch", [0, 300], 120),
    ],
)
def test_turns_are_gathered(chosen: str, minutes: list[int], due: int) -> None:
    turns = [Waiting(NOON + timedelta(minutes=n)) for n in minutes]

    assert timing.turn_mail_at(wish(chosen), turns) == NOON + timedelta(minutes=due)


@pytest.mark.parametrize(
    ("deadlines", "due"),
    [([72], 60), ([72, 48], 36), ([10], 0), ([12], 0), ([None], 7 * 24 - 12), ([None, 72], 60)],
)
def test_late_means_when_the_first_runs_short(deadlines: list[int | None], due: int) -> None:
    turns = [Waiting(NOON, NOON + timedelta(hours=n) if n else None) for n in deadlines]

    at = timing.turn_mail_at(wish("late", late_hours=12), turns)

    assert at == NOON + timedelta(hours=due)


@pytest.mark.parametrize(
    ("after", "hour", "due"),
    [
        ("2026-03-02T06:59", 8, "2026-03-02T07:00"),
        ("2026-03-02T07:00", 8, "2026-03-02T07:00"),
        ("2026-03-02T07:01", 8, "2026-03-03T07:00"),
        ("2026-03-01T23:30", 0, "2026-03-02T23:00"),  # half past midnight there
        ("2026-03-28T12:00", 8, "2026-03-29T06:00"),  # summer time since this night
        ("2026-10-24T12:00", 8, "2026-10-25T07:00"),
        ("2026-03-28T12:00", 2, "2026-03-29T01:00"),  # there is no two o'clock: at three
        ("2026-03-29T00:30", 2, "2026-03-29T01:00"),
        ("2026-03-29T01:30", 2, "2026-03-30T00:00"),
        ("2026-10-24T12:00", 2, "2026-10-25T00:00"),  # two of them: the first
        ("2026-10-25T00:30", 2, "2026-10-26T01:00"),  # and once a day is once
        ("2026-10-25T01:00", 2, "2026-10-26T01:00"),
    ],
)
def test_once_a_day_by_the_readers_clock(after: str, hour: int, due: str) -> None:
    turns = [Waiting(utc(after)), Waiting(utc(after) + timedelta(hours=3))]

    assert timing.turn_mail_at(wish("daily", daily_hour=hour), turns) == utc(due)


@pytest.mark.parametrize("zone", [BERLIN, ZoneInfo("America/New_York")])
def test_it_does_not_matter_in_which_zone_a_moment_is_given(zone: ZoneInfo) -> None:
    for n in range(0, 26 * 60, 15):
        after = utc("2026-10-24T12:00") + timedelta(minutes=n)
        given = after.astimezone(zone)
        chosen = wish(quiet="22:00-02:30")
        for same in (
            (timing.next_hour(given, 2, BERLIN), timing.next_hour(after, 2, BERLIN)),
            (timing.after_quiet(chosen, given), timing.after_quiet(chosen, after)),
        ):
            # By the second: an hour that comes twice equals nothing in another zone.
            assert same[0].timestamp() == same[1].timestamp() >= after.timestamp()


@pytest.mark.parametrize(
    ("quiet", "at", "due"),
    [
        ("", "2026-03-02T03:00", "2026-03-02T03:00"),
        ("07:00-07:00", "2026-03-02T06:00", "2026-03-02T06:00"),  # no hours at all
        ("13:00-14:00", "2026-03-02T11:59:59", "2026-03-02T11:59:59"),
        ("13:00-14:00", "2026-03-02T12:00", "2026-03-02T13:00"),
        ("13:00-14:00", "2026-03-02T12:59:59.5", "2026-03-02T13:00"),
        ("13:00-14:00", "2026-03-02T13:00", "2026-03-02T13:00"),
        ("13:00-14:00:30", "2026-03-02T13:00:10", "2026-03-02T13:00:30"),
        # over midnight
        ("22:00-07:00", "2026-03-02T20:59", "2026-03-02T20:59"),
        ("22:00-07:00", "2026-03-02T21:00", "2026-03-03T06:00"),
        ("22:00-07:00", "2026-03-02T23:30", "2026-03-03T06:00"),
        ("22:00-07:00", "2026-03-03T05:59", "2026-03-03T06:00"),
        ("22:00-07:00", "2026-03-03T06:00", "2026-03-03T06:00"),
        ("22:00-00:00", "2026-03-02T22:30", "2026-03-02T23:00"),
        ("00:00-07:00", "2026-03-02T23:00", "2026-03-03T06:00"),
        # across the change
        ("22:00-07:00", "2026-03-28T22:00", "2026-03-29T05:00"),
        ("22:00-07:00", "2026-10-24T21:00", "2026-10-25T06:00"),
        # an end that is skipped, and one that comes twice
        ("22:00-02:30", "2026-03-28T22:00", "2026-03-29T01:30"),
        ("01:00-02:00", "2026-03-29T00:30", "2026-03-29T01:00"),
        ("22:00-02:30", "2026-10-24T21:00", "2026-10-25T01:30"),
        ("22:00-02:30", "2026-10-25T01:10", "2026-10-25T01:30"),
        ("22:00-02:30", "2026-10-25T01:40", "2026-10-25T01:40"),
        # a beginning that is skipped
        ("02:30-07:00", "2026-03-29T01:00", "2026-03-29T05:00"),
    ],
)
def test_nothing_in_quiet_hours(quiet: str, at: str, due: str) -> None:
    assert timing.after_quiet(wish(quiet=quiet), utc(at)) == utc(due)


@pytest.mark.parametrize("day", ["2026-03-28", "2026-10-24", "2026-06-01"])
@pytest.mark.parametrize("quiet", ["22:00-07:00", "01:00-02:30", "02:30-03:30", "23:59-00:01"])
def test_the_end_of_quiet_hours_is_never_inside_them(day: str, quiet: str) -> None:
    chosen = wish(quiet=quiet)
    for n in range(0, 36 * 60, 10):
        at = utc(f"{day}T12:00") + timedelta(minutes=n)
        due = timing.after_quiet(chosen, at)
        assert at <= due <= at + timedelta(hours=11)
        assert timing.after_quiet(chosen, due) == due


def test_one_half_of_quiet_hours_is_none() -> None:
    for chosen in (Wish(BERLIN, quiet_from=time(22)), Wish(BERLIN, quiet_until=time(22))):
        assert timing.after_quiet(chosen, NOON) == NOON


def test_alarms_lie_between_the_call_and_the_deadline() -> None:
    deadline = NOON + timedelta(days=3)

    assert timing.alarm_at(NOON, deadline, 0.5) == NOON + timedelta(hours=36)
    assert timing.alarm_at(NOON, deadline, 0.8) == NOON + timedelta(hours=57, minutes=36)


def test_after_a_look_the_delay_begins_anew() -> None:
    assert timing.delay(wish("now")) == timedelta(minutes=1)
    for chosen in ("batch", "daily", "late"):
        assert timing.delay(wish(chosen)) == timedelta(minutes=30)
