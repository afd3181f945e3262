"""A sentence for everything a service refuses. The code says what, the sentence says it plainly."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import BadTable, NotAllowed, TableError

Text = str | Promise

ALLOWED: dict[str, Text] = {
    "private": _("This table is private."),
    "not-seated": _("You do not sit at this table."),
    "not-invited": _("Only who is invited may sit down here."),
    "blocked": _("You cannot join this table."),
    "removed": _("You were asked to leave this table. You may return once you are invited again."),
    "creator-only": _("Only whoever opened the table may do this."),
    "no-such-seat": _("Nobody sits there any more."),
    "rated-without-bots": _("A rated match is played without the computer."),
    "no-take-backs": _("This table plays without take-backs."),
    "already-asked": _("Somebody has asked for a take-back already. Answer that first."),
    "nothing-to-take-back": _("You have no committed turn to take back."),
    "behind-a-barrier": _("Something new was revealed since then, so it cannot be taken back."),
    "guest-mail": _("Guests cannot send mails. Choose a name first, then invite."),
    "no-such-player": _("There is no player of this name who can be invited."),
    "seated-already": _("This player sits at the table already."),
    "too-many-invitations": _("This table has sent enough invitations."),
    "not-invited-any-more": _("This invitation is no longer open."),
    "not-your-turn": _("Nothing waits for you there."),
    "not-finished": _("This match is not over yet."),
    "empty-text": _("Write something first."),
    "wrong-room": _("You cannot write here while the match runs."),
    "guest-talk": _("Choose a name to talk at tables where you do not play."),
}
TABLES: dict[str, Text] = {
    "too-many-open": _("You have ten open tables. Close one or wait until one starts."),
    "unknown-title": _("This title cannot be played here."),
    "unknown-pace": _("Choose one of the paces."),
    "guest": _("Guests play friendly matches. Choose a name to play rated ones."),
    "not-rated-yet": _("This title is not rated yet."),
    "only-full-matches": _("Only a match of full length can be rated."),
    "out-of-range": _("Choose a time within the next 30 days."),
    "too-long": _("At most 40 characters."),
}
CODES: dict[str, Text] = {
    "closed": _("This is no longer possible: the table has moved on."),
    "taken": _("Somebody was faster: all seats are taken."),
    "stale": _("This page was old. Nothing was changed; here is how things stand now."),
}
OTHER = _("That is not possible here.")


def sentence(error: TableError) -> Text:
    if isinstance(error, NotAllowed):
        return ALLOWED.get(error.why, OTHER)
    if isinstance(error, BadTable):
        return TABLES.get(error.why, OTHER)
    return CODES.get(error.code, OTHER)
