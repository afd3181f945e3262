"""When somebody is told: pure functions of moments and what the reader chose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

QUIET_SPELL = timedelta(minutes=30)  # after the last turn that came
LONGEST_WAIT = timedelta(hours=2)  # after the first
AGAIN = timedelta(minutes=1)  # who is at the table is asked after again
ACTED_AGAIN = timedelta(minutes=5)  # and whoever hasn't answered the last mail

NOW, BATCH, DAILY, LATE = "now", "batch", "daily", "late"


@dataclass(frozen=True)
class Wish:
    """What a reader chose, with their clock."""

    zone: ZoneInfo
    timing: str = BATCH
    daily_hour: int = 8
    late_hours: int = 12
    quiet_from: time | None = None
    quiet_until: time | None = None


@dataclass(frozen=True)
class Waiting:
    """A turn somebody hasn't been told of."""

    since: datetime
    deadline: datetime | None = None


def turn_mail_at(wish: Wish, turns: Sequence[Waiting]) -> datetime:
    """When the mail about these turns is due, quiet hours left aside."""
    first, last = min(t.since for t in turns), max(t.since for t in turns)
    if wish.timing == DAILY:
        return next_hour(first, wish.daily_hour, wish.zone)
    if wish.timing == LATE:
        margin = timedelta(hours=wish.late_hours)
        # A turn without a deadline never gets late; told when it would be in a day's match.
        marks = [max(t.since, (t.deadline or t.since + timedelta(days=7)) - margin) for t in turns]
        return min(marks)
    if wish.timing == NOW:
        return first
    return min(last + QUIET_SPELL, first + LONGEST_WAIT)


def delay(wish: Wish) -> timedelta:
    """How long to wait once somebody has left the page that showed them the turn."""
    return AGAIN if wish.timing == NOW else QUIET_SPELL


def next_hour(after: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The next time a reader's clock shows this full hour."""
    local = after.astimezone(zone)
    at = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    while _real(at) < after:
        at += timedelta(days=1)
    return _real(at)


def after_quiet(wish: Wish, at: datetime) -> datetime:
    """The moment itself, or the end of the quiet hours it falls into."""
    start, end = wish.quiet_from, wish.quiet_until
    if start is None or end is None or start == end:
        return at
    local = at.astimezone(wish.zone)
    clock = local.time()
    inside = start <= clock < end if start < end else clock >= start or clock < end
    if not inside:
        return at
    until = datetime.combine(local.date(), end, tzinfo=wish.zone)
    if clock >= end:  # over midnight
        until += timedelta(days=1)
    # An end the clock shows twice is the second one: at the first the hours begin anew.
    return max(_real(until), _real(until.replace(fold=1)), at)


def alarm_at(since: datetime, deadline: datetime, share: float) -> datetime:
    return since + (deadline - since) * share


def _real(local: datetime) -> datetime:
    """The instant a wall clock means; an hour that summer time skips is read as the next one."""
    # In UTC: moments of one zone are compared by what its clock shows, not by when they are.
    return datetime.fromtimestamp(local.timestamp(), tz=UTC)
