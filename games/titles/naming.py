"""One name per match, the same on every page, in mails and in feeds."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match
from games.names import seat_name
from games.selectors.seating import only_person
from games.titles.registry import title_of


def match_name(match: Match) -> str:
    """What its host called it; against computers alone who plays there; else the game's name.

    Ask for matches that came with their seats and players: then a name costs no query.
    """
    if match.name:
        return match.name
    if match.started_at is not None and not match.hot_seat:
        seats = list(match.seats.all())
        person = only_person(match, seats)
        if person is not None:
            return against_computers(seat_name(person), len(seats) - 1)
    return title_of(match.title).name


def against_computers(who: str, n: int) -> str:
    """A match of one person and `n` computers."""
    if n == 1:
        return _("%(who)s vs the computer") % {"who": who}
    return ngettext("%(who)s vs %(n)d computer", "%(who)s vs %(n)d computers", n) % {
        "who": who,
        "n": n,
    }
