"""A sentence for everything that is refused, by its code, and the rule that says so if one does.

One table for services, one for the engine; reasons of the rules are worded by the title. Views show
`sentence`, or `refusal` with its rule.
"""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from engine.core.errors import IllegalMove, RulesError
from engine.core.types import Move
from games.errors import BadTable, DraftBroken, MovedOn, NotAllowed, TableError
from games.selectors.plans import Stopped
from games.titles.answers import Reason
from games.titles.base import GAME_OVER, IMPOSSIBLE, NOT_YOURS
from games.titles.registry import presenter_of

Text = str | Promise

ALLOWED: dict[str, Text] = {
    "private": _("This table is private."),
    "account-gone": _("This account has been deleted."),
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
    "take-back-refused": _("The table has refused to take this turn back. It stands."),
    "guest-mail": _("Guests cannot send mails. Choose a name first, then invite."),
    "no-such-player": _("There is no player of this name who can be invited."),
    "seated-already": _("This player sits at the table already."),
    "asked-often": _("You’ve invited this address several times today. Try again tomorrow."),
    "too-many-invitations": _("This table has sent enough invitations."),
    "not-invited-any-more": _("This invitation is no longer open."),
    "not-your-turn": _("Nothing waits for you there."),
    "not-finished": _("This match is not over yet."),
    "empty-text": _("Write something first."),
    "wrong-room": _("You cannot write here while the match runs."),
    "guest-talk": _("Choose a name to talk at tables where you do not play."),
    "draft-too-long": _("That is more than one turn can hold. Confirm it first."),
    "turn-not-whole": _("Something is still to be decided before you can confirm."),
    "not-your-turn-yet": _("It is not your turn yet."),
    "no-plan": _("Plan a whole turn first, then it can be played for you."),
}
TABLES: dict[str, Text] = {
    "too-many-open": _("You have ten open tables. Close one or wait until one starts."),
    "no-lesson": _("There’s no guided match for this game yet."),
    "unknown-title": _("This title cannot be played here."),
    "unknown-bot": _("There’s no such computer player."),
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
    "stale": _("The table has moved on since this page was drawn. Nothing was played twice."),
}
OTHER = _("That is not possible here.")
RULES: Final[dict[str, Text]] = {
    "rules-error": _("That is not possible now."),
    "bad-notation": _("That is not a move."),
    "bad-record": _("That is not a proper record."),
    "bad-options": _("A match cannot start like that."),
    "bad-snapshot": _("That position cannot be read."),
    "not-your-decision": NOT_YOURS,
    "illegal-move": IMPOSSIBLE,
    "game-over": GAME_OVER,
}
# Why a plan was not played for its owner.
STOPPED: Final[dict[str, Text]] = {
    "illegal": _("Your plan was not played for you."),
    "unfinished": _("Your plan was not played for you: the turn now asks for more."),
    "price": _(
        "Your plan was not played for you: it would not cost and bring the same as before. "
        "Look at it again."
    ),
    "rules": _("Your plan was not played for you: the rules have changed. Look at it again."),
}
# Refusals of a well-meant request at one's own table: told in the page, not as "forbidden".
MISTAKES: Final = ("draft-too-long", "turn-not-whole", "not-your-turn-yet", "no-plan")


def sentence(error: TableError) -> Text:
    """What a service refused, in words."""
    if isinstance(error, NotAllowed):
        return ALLOWED.get(error.why, OTHER)
    if isinstance(error, BadTable):
        return TABLES.get(error.why, OTHER)
    return CODES.get(error.code, OTHER)


def refusal(title: str, error: Exception) -> Reason:
    """What to tell a player whose request was refused."""
    if isinstance(error, IllegalMove):
        return presenter_of(title).why_not(error.why)
    if isinstance(error, MovedOn):
        found = refusal(title, error.fault)
        return Reason(f"{now('The table has moved on.')} {found.text}", found.rule, found.url)
    if isinstance(error, DraftBroken):
        return broken(title, error.move, error.fault)
    if isinstance(error, TableError):
        return Reason(str(sentence(error)))
    code = error.code if isinstance(error, RulesError) else "rules-error"
    return Reason(str(RULES.get(code, RULES["rules-error"])))


def plan_stopped(title: str, why: Stopped) -> Reason:
    """Why a plan that was to play itself waits for its owner instead."""
    text = str(STOPPED[why.code])
    if why.move is None or why.fault is None:
        return Reason(text)
    found = broken(title, why.move, why.fault)
    return Reason(f"{text} {found.text}", found.rule, found.url)


def broken(title: str, move: Move, fault: RulesError) -> Reason:
    """A draft that no longer holds: which move fell out, and by which rule."""
    found = refusal(title, fault)
    text = now("“{move}” is no longer possible. Your draft ends before it.").format(
        move=presenter_of(title).move(move)
    )
    return Reason(f"{text} {found.text}", found.rule, found.url)


def status_of(error: Exception) -> int:
    """The answer's status: 403 stranger, 409 stale or closed, 422 a mistake."""
    if isinstance(error, NotAllowed) and error.why in MISTAKES:
        return 422
    if isinstance(error, TableError):
        return error.status
    return 422
