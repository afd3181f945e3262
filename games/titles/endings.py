"""Who left a match, and how it ended because of it: the same words wherever an end is told."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Entry, Match
from games.names import seat_name

LEFT, TIMEOUT = "!left", "!timeout"


@dataclass
class Departure:
    name: str
    timed_out: bool


def departures(match: Match) -> list[Departure]:
    """Who didn't stay to the end, and how; in the order they went."""
    names = {seat.number: seat_name(seat) for seat in match.seats.all()}
    if not any(seat.autopilot for seat in match.seats.all()):
        return []
    went = Entry.objects.filter(match=match, kind__in=(LEFT, TIMEOUT))
    rows = went.readable_by(None).order_by("number")
    return [
        Departure(names[number], kind == TIMEOUT)
        for number, kind in rows.values_list("seat", "kind")
        if number in names
    ]


def early_end(match: Match) -> str:
    """Why a match ended before its last round; "" if it was played to the end."""
    if match.ended in ("", Match.End.PLAYED):
        return ""
    gone = departures(match)
    if not gone:
        return _("The match was ended early.")
    last = gone[-1]
    if last.timed_out:
        return _("%(who)s ran out of time, so the match ended early.") % {"who": last.name}
    return _("%(who)s left, so the match ended early.") % {"who": last.name}
