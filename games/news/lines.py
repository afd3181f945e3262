"""Notices about matches as lines of the site's list."""

from __future__ import annotations

from collections.abc import Callable

from django.urls import reverse
from django.utils.translation import gettext as _

from games.services import effects
from games.titles.naming import against_computers
from games.titles.registry import title_of
from notices.models import Notice
from notices.news import Line


def match_name(notice: Notice) -> str:
    """What a match is called in a sentence; the same as `games.titles.naming` says elsewhere."""
    if notice.data["name"]:
        return notice.data["name"]
    if computers := notice.data.get("computers"):
        return against_computers(str(notice.user), computers)
    return title_of(notice.data["title"]).name


def path(notice: Notice) -> str:
    return reverse("match", args=[notice.data["match"]])


def _done(notice: Notice) -> bool:
    return notice.answered_at is not None


def turn(notice: Notice) -> Line:
    text = _("It’s your turn in %(match)s.")
    if notice.data.get("answer"):
        text = _("Your answer is needed in %(match)s.")
    return Line(text % {"match": match_name(notice)}, path(notice), "compass", _done(notice))


def alarm(notice: Notice) -> Line:
    if notice.kind == effects.HALF:
        text = _("Half your time for %(match)s is used.")
    else:
        text = _("Your time for %(match)s is running out.")
    return Line(text % {"match": match_name(notice)}, path(notice), "clock", _done(notice))


def _started(notice: Notice) -> Line:
    text = _("%(match)s has started.") % {"match": match_name(notice)}
    return Line(text, path(notice), "c-ship")


def _ended(notice: Notice) -> Line:
    text = _("%(match)s is over: see the result.") % {"match": match_name(notice)}
    return Line(text, reverse("match_result", args=[notice.data["match"]]), "trophy")


def _invitation(notice: Notice) -> Line:
    said = {"who": notice.data["who"], "match": match_name(notice)}
    text = _("%(who)s invites you to %(match)s.") % said
    return Line(text, path(notice), "mail", _done(notice))


def _left(notice: Notice) -> Line:
    words = (
        _("Someone ran out of time in %(match)s.")
        if notice.data["why"] == "timeout"
        else _("Someone left %(match)s.")
    )
    return Line(words % {"match": match_name(notice)}, path(notice), "logout")


def _take_back(notice: Notice) -> Line:
    text = _("A take-back in %(match)s needs your approval.") % {"match": match_name(notice)}
    return Line(text, path(notice), "undo", _done(notice))


def _mention(notice: Notice) -> Line:
    said = {"who": notice.data["who"], "match": match_name(notice)}
    text = _("%(who)s mentioned you in %(match)s.") % said
    return Line(text, reverse("match_talk", args=[notice.data["match"]]), "chat")


def _table(notice: Notice) -> Line:
    words = (
        _("All seats at %(match)s are taken.")
        if notice.data["what"] == "filled"
        else _("The table %(match)s was closed. No match will be played.")
    )
    return Line(words % {"match": match_name(notice)}, path(notice), "users")


LINES: dict[str, Callable[[Notice], Line]] = {
    effects.TURN: turn,
    effects.HALF: alarm,
    effects.SHORT: alarm,
    effects.STARTED: _started,
    effects.ENDED: _ended,
    effects.INVITATION: _invitation,
    effects.LEFT: _left,
    effects.TAKE_BACK: _take_back,
    effects.MENTION: _mention,
    effects.TABLE: _table,
}


def of(kind: str) -> Callable[[Notice], Line]:
    return LINES[kind]
