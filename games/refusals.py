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
from games.errors import BadForm, BadTable, DraftBroken, MovedOn, NotAllowed, TableError
from games.selectors.plans import Stopped
from games.titles.answers import Reason
from games.titles.base import GAME_OVER, IMPOSSIBLE, NOT_YOURS
from games.titles.registry import presenter_of

Text = str | Promise

ALLOWED: dict[str, Text] = {
    "private": _("This table is private."),
    "account-gone": _("This account has been deleted."),
    "not-seated": _("You’re not at this table."),
    "not-invited": _("This table is invitation only."),
    "blocked": _("You can’t join this table."),
    "removed": _("You were removed from this table. You can come back if you’re invited again."),
    "creator-only": _("Only the host can do this."),
    "no-such-seat": _("That seat is empty now."),
    "rated-without-bots": _("Rated matches can’t include the computer."),
    "no-take-backs": _("Take-backs are off at this table."),
    "already-asked": _("There’s already a take-back request. Answer it first."),
    "nothing-to-take-back": _("You have no confirmed turn to take back."),
    "behind-a-barrier": _(
        "Something new has been revealed since, so this turn can’t be taken back."
    ),
    "take-back-refused": _("Taking this turn back was refused, so it stands."),
    "guest-uninvited": _(
        "Guests can only take a seat here if the host invites them. Sign up to join."
    ),
    "guest-rated": _("Guests can’t play rated matches. Sign up to join."),
    "guest-mail": _("Guests can’t send e-mails. Choose a name first, then invite."),
    "no-such-player": _("There’s no player with this name you can invite."),
    "seated-already": _("This player is already at the table."),
    "asked-often": _("You’ve invited this address several times today. Try again tomorrow."),
    "too-many-invitations": _("This table can’t send any more invitations."),
    "not-invited-any-more": _("This invitation is no longer open."),
    "not-your-turn": _("Nothing is waiting for you there."),
    "not-finished": _("This match isn’t over yet."),
    "empty-text": _("Write something first."),
    "wrong-room": _("You can’t write here during the match."),
    "guest-talk": _("Choose a name to chat at tables where you’re not playing."),
    "draft-too-long": _("Your draft has too many steps. Confirm it first."),
    "turn-not-whole": _("There’s still something to decide before you can confirm."),
    "not-your-turn-yet": _("It’s not your turn yet."),
    "no-plan": _("Plan a complete turn first; then we can play it for you."),
}
TABLES: dict[str, Text] = {
    "too-many-open": _("You already have ten open tables. Close one, or wait for one to start."),
    "no-lesson": _("There’s no guided match for this game yet."),
    "unknown-title": _("This game can’t be played here."),
    "unknown-bot": _("There’s no such computer player."),
    "wrong-size": _("This game can’t be played with that number of players."),
    "wrong-option": _("These options aren’t available with this many players."),
    "unknown-pace": _("Choose a pace from the list."),
    "guest": _("Guests play friendly matches. Choose a name to play rated ones."),
    "not-rated-yet": _("This game isn’t rated yet."),
    "only-full-matches": _("Only full matches can be rated."),
    "out-of-range": _("Choose a time within the next 30 days."),
    "too-long": _("At most 40 characters."),
}
CODES: dict[str, Text] = {
    "closed": _("That’s no longer possible: the match has moved on."),
    "taken": _("Someone got there first: all seats are taken."),
    "stale": _("The match has moved on since this page was loaded. Nothing was played twice."),
}
# What was filled in is no move: see `titles.composing`.
FORMS: Final[dict[str, Text]] = {
    "missing": _("Fill in “{field}”."),
    "no-number": _("“{field}” must be a whole number."),
    "too-many": _("“{field}”: choose no more than {most}."),
}
OTHER = _("That’s not possible here.")
RULES: Final[dict[str, Text]] = {
    "rules-error": _("That’s not possible now."),
    "bad-notation": _("That’s not a move."),
    "bad-record": _("That’s not a valid record."),
    "bad-options": _("A match can’t start with these settings."),
    "bad-snapshot": _("That position can’t be read."),
    "not-your-decision": NOT_YOURS,
    "illegal-move": IMPOSSIBLE,
    "game-over": GAME_OVER,
}
# Why a plan was not played for its owner.
STOPPED: Final[dict[str, Text]] = {
    "illegal": _("Your plan wasn’t played."),
    "unfinished": _("Your plan wasn’t played: this turn now needs another decision."),
    "price": _("Your plan wasn’t played: its costs or gains have changed. Check it again."),
    "rules": _("Your plan wasn’t played: the rules have changed. Check it again."),
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
        return Reason(f"{now('The match has moved on.')} {found.text}", found.rule, found.url)
    if isinstance(error, DraftBroken):
        return broken(title, error.move, error.fault)
    if isinstance(error, BadForm):
        return _filled_in_wrong(title, error)
    if isinstance(error, TableError):
        return Reason(str(sentence(error)))
    code = error.code if isinstance(error, RulesError) else "rules-error"
    return Reason(str(RULES.get(code, RULES["rules-error"])))


def _filled_in_wrong(title: str, error: BadForm) -> Reason:
    presenter = presenter_of(title)
    form = presenter.title.game.forms[error.verb]
    field = next(field for field in form.fields if field.key == error.key)
    label = presenter.field_label(form, field)
    return Reason(str(FORMS[error.why]).format(field=label, most=error.most))


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
    words = now("“{move}” is no longer possible. Your draft now stops just before that move.")
    text = words.format(move=presenter_of(title).move(move))
    return Reason(f"{text} {found.text}", found.rule, found.url)


def status_of(error: Exception) -> int:
    """The answer's status: 403 stranger, 409 stale or closed, 422 a mistake."""
    if isinstance(error, NotAllowed) and error.why in MISTAKES:
        return 422
    if isinstance(error, TableError):
        return error.status
    return 422
