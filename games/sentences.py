"""Refusals as sentences: what went wrong, by its code, and the rule that says so."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.core.errors import IllegalMove, RulesError, WhyNot
from games.errors import BadTable, NotAllowed, TableError
from games.presenters import presenter_of
from games.presenters.base import Reason

TABLE_ERRORS: Final = {
    "table": _("That is not possible at this table."),
    "not-allowed": _("You may not do this here."),
    "closed": _("This match is not running any more."),
    "taken": _("All seats are taken."),
    "stale": _("The table has moved on since this page was drawn. Nothing was played twice."),
    "bad-table": _("A table cannot be opened like this."),
}
NOT_ALLOWED: Final = {
    "not-seated": _("You do not sit at this table."),
    "private": _("This table is private."),
    "draft-too-long": _("That is more than one turn can hold. Confirm it first."),
    "turn-not-whole": _("Something is still to be decided before you can confirm."),
    "not-your-turn-yet": _("It is not your turn yet."),
}
RULES_ERRORS: Final = {
    "rules-error": _("That is not possible now."),
    "bad-notation": _("That is not a move."),
    "bad-record": _("That is not a proper record."),
    "bad-options": _("A match cannot start like that."),
    "bad-snapshot": _("That position cannot be read."),
    "not-your-decision": _("It is not your decision now."),
    "illegal-move": _("That move is not possible."),
    "game-over": _("The match is over."),
}
# Reasons the engine gives by itself, whatever the title.
ENGINE_REASONS: Final = {
    "game-over": _("The match is over."),
    "not-your-decision": _("It is not your decision now."),
    "not-interruptible": _("Nothing may come in between here."),
    "not-now": _("That belongs to another moment of the match."),
    "not-offered": _("That is not possible here."),
    "unknown-verb": _("There is no such move in this game."),
}
# Refusals of a well-meant request at one's own table: told in the page, not as "forbidden".
MISTAKES: Final = ("draft-too-long", "turn-not-whole", "not-your-turn-yet")


def rule_url(title: str, rule: str) -> str:
    return f"/rules/{title}/#{rule}" if rule else ""


def reason(title: str, why: WhyNot) -> Reason:
    """Why a move is not possible, with the rule and where it stands."""
    text = presenter_of(title).reason(why) or ENGINE_REASONS.get(why.code)
    return Reason(
        str(text or RULES_ERRORS["illegal-move"]), why.rule[1:], rule_url(title, why.rule)
    )


def refusal(title: str, error: Exception) -> Reason:
    """What to tell a player whose request was refused."""
    if isinstance(error, IllegalMove):
        return reason(title, error.why)
    if isinstance(error, NotAllowed):
        return Reason(str(NOT_ALLOWED.get(error.why, TABLE_ERRORS["not-allowed"])))
    if isinstance(error, BadTable):
        return Reason(str(TABLE_ERRORS["bad-table"]))
    if isinstance(error, TableError):
        return Reason(str(TABLE_ERRORS.get(error.code, TABLE_ERRORS["table"])))
    code = error.code if isinstance(error, RulesError) else "rules-error"
    return Reason(str(RULES_ERRORS.get(code, RULES_ERRORS["rules-error"])))


def status_of(error: Exception) -> int:
    """The answer's status: 403 stranger, 409 stale or closed, 422 a mistake."""
    if isinstance(error, NotAllowed) and error.why in MISTAKES:
        return 422
    if isinstance(error, TableError):
        return error.status
    return 422
