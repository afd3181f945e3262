"""Terms in sentences. `Charter` says which of them words which term."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from games.moments import moment
from games.names import seat_name
from games.selectors.seating import guests_welcome, only_person
from games.titles.registry import title_of
from ops.dates import written

Text = str | Promise


@dataclass(frozen=True)
class Line:
    sign: str  # icon of the sprite
    label: Text
    text: Text
    more: Text = ""


def options(match: Match) -> list[Line]:
    """How long it is, and whatever else the title lets people choose."""
    title = title_of(match.title)
    full = title.is_full(match.size, match.options)
    text = title.lasts(match.options)
    if full:
        text = _("A full match, %(length)s") % {"length": text} if text else _("A full match")
    more = ""
    if full and match.size in title.minutes:
        more = _("About %(n)d minutes if everyone is online.") % {"n": title.minutes[match.size]}
    length = Line("compass", _("Length"), text or _("A variant"), more)
    others = [
        Line("gear", title.choice(key).label, str(value))
        for key, value in match.options.items()
        if title.choice(key).amount is None
    ]
    return [length, *others]


def pace(match: Match) -> list[Line]:
    """The clock, and what becomes of whoever lets it run out."""
    clock, leaves = _("Clock"), _("If someone leaves")
    if match.hot_seat:
        return [
            Line("clock", clock, _("None: you’re sharing a device")),
            Line("swords", leaves, _("The match ends for everyone")),
        ]
    late = _("Leave or run out of time and you finish last, whatever the score.")
    return [
        Line("clock", clock, match.pace.label, match.pace.more),
        *answers(match),
        *guests(match),
        Line("swords", leaves, _("The computer takes over"), late),
    ]


def answers(match: Match) -> list[Line]:
    """How long a small question waits, in games that have them, and what happens then."""
    if not title_of(match.title).game.asks:
        return []
    minutes = int(match.pace.lasts(answer=True).total_seconds()) // 60
    n = minutes // 60 if minutes >= 60 else minutes
    if minutes >= 60:
        text = ngettext("%(n)d hour to answer", "%(n)d hours to answer", n)
    else:
        text = ngettext("%(n)d minute to answer", "%(n)d minutes to answer", n)
    more = _(
        "When another player needs an answer from you, for example to an offer. If you don’t "
        "answer in time, we’ll answer for you; you won’t forfeit the match."
    )
    return [Line("clock", _("Answers"), text % {"n": n}, more)]


def guests(match: Match) -> list[Line]:
    """Whether they may sit here, and how long the others wait for one at most."""
    label = _("Guests")
    hours = _("A guest’s turn lasts at most 24 hours.")
    if not match.is_open:
        here = any(seat.is_guest for seat in match.seats.all())
        return [Line("user", label, _("At most 24 hours per turn"))] if here else []
    if match.rated:
        return [Line("user", label, _("None: rated matches need an account"))]
    if not guests_welcome(match):
        return [Line("user", label, _("Only by invitation"), hours)]
    if match.visibility == Match.Visibility.LINK:
        return [Line("user", label, _("Anyone with the link is welcome"), hours)]
    return [Line("user", label, _("Welcome"), hours)]


def undo(match: Match) -> list[Line]:
    free = _("Undo is free until you confirm a turn.")
    if match.take_backs == Match.TakeBacks.NEVER or match.hot_seat:
        return [Line("undo", _("Undo"), _("Confirmed turns are final"), free)]
    more = free + " " + _("Nothing can be taken back once something new has been revealed.")
    return [
        Line("undo", _("Undo"), _("Confirmed turns can be taken back if everyone agrees"), more)
    ]


def rating(match: Match) -> list[Line]:
    """Nothing while no match of the title is rated: there's no choice to tell of."""
    if match.rated:
        return [Line("ladder", _("Rating"), _("Rated"))]
    if title_of(match.title).game.stage != "rated":
        return []
    return [Line("ladder", _("Rating"), _("Friendly"), _("No rating changes."))]


def first(match: Match) -> list[Line]:
    seats = match.seats.all()
    person = only_person(match, seats)
    if person is not None:
        more = _("Against the computer, people go first.")
        return [Line("flag", _("Who goes first"), seat_name(person), more)]
    if match.previous_id:
        return [Line("flag", _("Who goes first"), _("The player who was second last time"))]
    if match.hot_seat:
        return [Line("flag", _("Who goes first"), _("Seat 1"))]
    return [Line("flag", _("Who goes first"), match.get_first_player_display().capitalize())]


def spectators(match: Match) -> list[Line]:
    if match.visibility == Match.Visibility.INVITED or not match.spectators or match.hot_seat:
        return [Line("eye", _("Spectators"), _("None: only the players see the match"))]
    who = _("Anyone can watch")
    if match.visibility == Match.Visibility.LINK:
        who = _("Anyone with the link can watch")
    more = _("They can’t message the players during the match.")
    return [Line("eye", _("Spectators"), who, more)]


def start(match: Match) -> list[Line]:
    if match.started_at is not None:
        return [Line("calendar", _("Start"), _("Started on %(when)s") % {"when": _day(match)})]
    if match.start_at is None:
        return [Line("calendar", _("Start"), _("As soon as all seats are taken"))]
    more = _("If seats are still free then, the match starts once they’re taken.")
    return [Line("calendar", _("Start"), moment(match.start_at), more)]


def _day(match: Match) -> str:
    assert match.started_at is not None
    return written(timezone.localtime(match.started_at), "DATE_FORMAT")


def gates(match: Match) -> list[Line]:
    found = []
    for name, value in match.gates.items():
        if path := settings.ENTRY_GATES.get(name):
            label = getattr(import_string(path), "label", name)
            found.append(Line("shield", label, str(value)))
    return found
