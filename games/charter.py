"""What everyone sees before taking a seat, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from django.conf import settings
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Match
from games.moments import moment
from games.titles.registry import title_of
from ops import slots

Text = str | Promise


@dataclass(frozen=True)
class Term:
    sign: str  # icon of the sprite
    label: Text
    text: Text
    more: Text = ""


def charter_of(match: Match, viewer: User | None) -> list[Term]:
    """The terms of a table, in the order people ask about them; last what other apps agree on."""
    return [
        _length(match),
        _clock(match),
        _take_over(match),
        _undo(match),
        _rating(match),
        _first(match),
        _spectators(match),
        _start(match),
        *_options(match),
        *_gates(match),
        *chain.from_iterable(slots.answers("charter", match, viewer, list)),
    ]


def _length(match: Match) -> Term:
    title = title_of(match.title)
    full = title.game.complete(match.size, {}, "00" * 16)
    rounds = match.options.get("rounds")
    text = _("A full match")
    if rounds is not None:
        text = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
        if match.options == full:
            text = _("A full match, %(rounds)s") % {"rounds": text}
    more = ""
    if match.options == full and match.size in title.minutes:
        more = _("About %(n)d minutes when everyone is there.") % {"n": title.minutes[match.size]}
    return Term("compass", _("Length"), text, more)


def _options(match: Match) -> list[Term]:
    """What a title lets people choose, besides its length."""
    title = title_of(match.title)
    return [
        Term("gear", title.options.get(key, key.capitalize()), str(value))
        for key, value in match.options.items()
        if key != "rounds"
    ]


def _clock(match: Match) -> Term:
    if match.hot_seat:
        return Term("clock", _("Clock"), _("None: you sit together"))
    n = match.days_per_turn
    text = ngettext("%(n)d day per turn", "%(n)d days per turn", n) % {"n": n}
    return Term("clock", _("Clock"), text, _("It starts again with each of your turns."))


def _take_over(match: Match) -> Term:
    if match.hot_seat:
        return Term("swords", _("If someone leaves"), _("The match ends for everybody"))
    return Term(
        "swords",
        _("If someone leaves"),
        _("The computer finishes for them"),
        _("Whoever leaves or runs out of time comes last, whatever the score."),
    )


def _undo(match: Match) -> Term:
    free = _("Undo is free until you confirm a turn.")
    if match.take_backs == Match.TakeBacks.NEVER or match.hot_seat:
        return Term("undo", _("Undo"), _("A confirmed turn stands"), free)
    return Term(
        "undo",
        _("Undo"),
        _("A confirmed turn goes back if everyone agrees"),
        free + " " + _("Nothing goes back once something new was revealed."),
    )


def _rating(match: Match) -> Term:
    if match.rated:
        return Term("ladder", _("Rating"), _("Rated, at full weight"))
    return Term("ladder", _("Rating"), _("Friendly"), _("No rating changes."))


def _first(match: Match) -> Term:
    if match.previous_id:
        return Term("flag", _("Who begins"), _("Whoever sat second last time"))
    if match.hot_seat:
        return Term("flag", _("Who begins"), _("The first seat"))
    return Term("flag", _("Who begins"), match.get_first_player_display().capitalize())


def _spectators(match: Match) -> Term:
    if match.visibility != Match.Visibility.PUBLIC:
        return Term("eye", _("Spectators"), _("None: only the players see the match"))
    if not match.spectators:
        return Term("eye", _("Spectators"), _("None"))
    more = _("They cannot write to the players while the match runs.")
    return Term("eye", _("Spectators"), _("Anyone may watch"), more)


def _start(match: Match) -> Term:
    if match.started_at is not None:
        return Term("calendar", _("Start"), _("Began on %(when)s") % {"when": day(match)})
    if match.start_at is None:
        return Term("calendar", _("Start"), _("As soon as all seats are taken"))
    more = _("If a seat is free then, it starts once full.")
    return Term("calendar", _("Start"), moment(match.start_at), more)


def day(match: Match) -> str:
    assert match.started_at is not None
    return formats.date_format(timezone.localtime(match.started_at), "DATE_FORMAT")


def _gates(match: Match) -> list[Term]:
    terms = []
    for name, value in match.gates.items():
        if path := settings.ENTRY_GATES.get(name):
            label = getattr(import_string(path), "label", name)
            terms.append(Term("shield", label, str(value)))
    return terms
