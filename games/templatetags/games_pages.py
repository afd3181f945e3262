"""Small facts about matches for lists and pages."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat
from games.moments import moment
from games.names import seat_name
from games.selectors.links import latest
from games.titles.facts import Title
from games.titles.lessons import Lesson
from games.titles.naming import match_name
from games.titles.registry import lesson_of as found_lesson
from games.titles.registry import playable, title_of

register = template.Library()


@register.simple_tag
def title_name(slug: str) -> str:
    return title_of(slug).name


@register.simple_tag(name="match_name")
def name_of_match(match: Match) -> str:
    return match_name(match)


@register.simple_tag
def a_title() -> Title:
    """The title people begin with."""
    return playable()[0]


@register.simple_tag
def lesson_of(slug: str) -> Lesson | None:
    """What its guided match teaches; None if there is none."""
    return found_lesson(slug)


@register.simple_tag
def brought(seat: Seat) -> list[tuple[object, int]]:
    """What a seat's points came from, line by line, as its title counts them."""
    title, lines = title_of(seat.match.title), (seat.sheet or {"lines": {}})["lines"]
    return [(label, lines[key]) for key, label in title.lines.items() if key in lines]


@register.inclusion_tag("games/_link.html")
def chain_link(match: Match, oob: bool = False) -> dict[str, object]:
    """The latest link, for whoever wants to note it; `oob` when it comes with other parts."""
    return {"link": latest(match), "oob": oob}


@register.simple_tag(name="seat_name")
def name_of_seat(seat: Seat) -> str:
    return seat_name(seat)


@register.filter
def moment_of(at: datetime | None) -> str:
    """When, in the reader's zone, with the zone's name: for deadlines and appointments."""
    return moment(at) if at else ""


@register.simple_tag
def pace_of(match: Match) -> str:
    if match.hot_seat:
        return _("no clock")
    return str(match.pace)


@register.simple_tag
def length_of(match: Match) -> str:
    """Rounds, or whatever the title counts; if nothing, whether it is a whole match."""
    title = title_of(match.title)
    if counted := title.lasts(match.options):
        return counted
    return _("full match") if title.is_full(match.size, match.options) else _("variant")


@register.simple_tag
def seats_label(match: Match) -> str:
    taken = len(match.seats.all())
    names = ", ".join(seat_name(seat) for seat in match.seats.all())
    return _("%(taken)d of %(size)d seats taken: %(names)s") % {
        "taken": taken,
        "size": match.size,
        "names": names,
    }


@register.filter
def free_seats(match: Match) -> range:
    return range(match.size - len(match.seats.all()))


@register.filter
def sits(match: Match, user: User) -> bool:
    return user.is_authenticated and any(s.user_id == user.pk for s in match.seats.all())


@register.simple_tag
def place_label(place: int | None) -> str:
    """First, second, third, fourth; numbers read aloud badly."""
    words = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th"), 5: _("5th")}
    return words.get(place or 0, "–")
