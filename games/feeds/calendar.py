"""A player's deadlines as a calendar (RFC 5545), for whoever has its secret address.

Built from rows alone, never from the clock: the same facts give the same bytes.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Count, IntegerField, OuterRef, Subquery, prefetch_related_objects
from django.db.models.functions import Coalesce
from django.utils import translation
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from accounts.emails import absolute
from accounts.models import User
from accounts.selectors import language_of
from games.models import Ply, Seat
from games.names import seat_name
from games.selectors import listings
from games.selectors.turns import waiting_for
from games.titles.naming import match_name
from games.titles.registry import title_of
from ops.lines import one_line

LENGTH = timedelta(minutes=15)  # so that a day's view shows it; it ends with the deadline
WARNING = timedelta(hours=2)
REFRESH = timedelta(hours=1)
SHOWN = 200


def language_for(user: User) -> str:
    """Whoever never chose one gets the site's: who fetches the feed is a program."""
    return language_of(user, settings.LANGUAGE_CODE)


def of_player(user: User) -> bytes:
    """One event for each turn that waits and has a deadline."""
    with translation.override(language_for(user)):
        calendar = Calendar()
        calendar.add("version", "2.0")
        calendar.add("prodid", "-//Nauticus//deadlines//EN")
        calendar.add("calscale", "GREGORIAN")
        calendar.add("method", "PUBLISH")
        name = _("%(site)s: your turns") % {"site": settings.SITE_NAME}
        calendar.add("name", name)
        calendar.add("x-wr-calname", name)
        calendar.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
        calendar.add("x-published-ttl", vDuration(REFRESH))
        for seat in _waiting(user):
            calendar.add_component(_event(seat))
        return bytes(calendar.to_ical())


def _waiting(user: User) -> list[Seat]:
    """Own seats that owe a decision in time, and how much each has decided before."""
    own = Ply.objects.filter(match=OuterRef("match"), seat=OuterRef("number")).order_by()
    count = own.values("match").annotate(n=Count("pk")).values("n")
    rows = (
        waiting_for(user)
        .filter(deadline__isnull=False)
        .annotate(decided=Coalesce(Subquery(count), 0, output_field=IntegerField()))
        .select_related("match")
        .defer(*(f"match__{name}" for name in listings.HEAVY))
        .order_by("deadline", "pk")
    )
    found: list[Seat] = list(rows[:SHOWN])
    prefetch_related_objects([seat.match for seat in found], listings.seats())
    return found


def _event(seat: Seat) -> Event:
    match = seat.match
    assert seat.deadline is not None
    deadline = _whole(seat.deadline)
    since = _whole(match.moved_at or match.started_at or seat.joined_at)
    game = title_of(match.title).name
    others = ", ".join(seat_name(s) for s in match.seats.all() if s.pk != seat.pk)
    title = _("Your turn in %(match)s")
    if seat.answers:
        title = _("Your answer is needed in %(match)s")
    title = title % {"match": match_name(match)}
    about = _("%(game)s with %(others)s.") % {"game": game, "others": others}
    url = absolute(match.get_absolute_url())
    event = Event()
    # Each decision of a seat is another event. What was taken back counts, so none comes twice.
    event.add("uid", f"{match.code}-{seat.number}-{seat.decided}@{_host()}")  # type: ignore[attr-defined]
    # A deadline that moves makes it the same event, revised.
    event.add("sequence", _minutes(match.started_at or seat.joined_at, deadline))
    event.add("dtstamp", since)
    event.add("last-modified", since)
    event.add("dtstart", deadline - LENGTH)
    event.add("dtend", deadline)
    event.add("summary", line(title))
    event.add("description", f"{line(about)}\n{url}")
    event.add("url", url)
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", line(title))
    alarm.add("trigger", -WARNING, parameters={"RELATED": "END"})
    event.add_component(alarm)
    return event


def line(text: str) -> str:
    """Names are typed by people: nothing in one may begin another line of the file."""
    kept = (" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in text)
    return one_line("".join(kept))


def _whole(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)


def _minutes(since: datetime, until: datetime) -> int:
    return max(0, int((until - _whole(since)).total_seconds() // 60))


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
