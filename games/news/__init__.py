"""The news a match has: how each kind reads, and what its mail says.

Services only say that something happened (`games.services.effects`); when and where somebody is
told is decided in `notices`.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _


def register() -> None:
    """Called once, when the app is ready."""
    from games.news import bell, checks, lines, turns, words
    from games.services import effects
    from notices import abouts
    from notices.kinds import Kind, never_over
    from notices.kinds import register as add

    abouts.register("match", bell.matches)
    add(
        Kind(
            effects.TURN,
            _("Your turn"),
            _("A match is waiting for you. One e-mail covers all of them."),
            lines.turn,
            turns.news,
            check=checks.turns,
            together=True,
            acted=checks.has_acted,
            follows=turns.alarms,
            over=checks.turns_over,
            at_home=True,
        )
    )
    for key, label, text in (
        (effects.HALF, _("Half your time is used"), _("A reminder when half of it is gone.")),
        (effects.SHORT, _("Time is running out"), _("A reminder when 80% of it is gone.")),
    ):
        add(
            Kind(
                key, label, text, lines.alarm, turns.alarm_news, check=checks.alarms,
                ahead=True, over=checks.turns_over, reminder=True, at_home=True,
            )
        )  # fmt: skip
    ordinary = frozenset({"mail", "push", "webhook"})
    quiet = frozenset({"push", "webhook"})
    questions = {
        effects.INVITATION: (checks.invitations, checks.invitations_over),
        effects.TAKE_BACK: (checks.take_backs, checks.take_backs_over),
    }
    for key, label, text, on in (
        (effects.STARTED, _("Match started"), _("One of your tables is full."), ordinary),
        (effects.ENDED, _("Match ended"), _("With the result."), ordinary),
        (effects.INVITATION, _("Invitations"), _("Someone invites you to a table."), ordinary),
        (effects.LEFT, _("A player left"), _("Someone left or ran out of time."), quiet),
        (effects.TAKE_BACK, _("Take-back requests"), _("They need your approval."), ordinary),
        (effects.MENTION, _("Mentions"), _("Someone mentioned you at a table."), ordinary),
        (effects.TABLE, _("Tables"), _("A table you joined filled up or was closed."), ordinary),
    ):
        check, over = questions.get(key, (checks.not_looking, never_over))
        home = key == effects.INVITATION
        add(
            Kind(
                key, label, text, lines.of(key), words.news,
                on=on, check=check, over=over, at_home=home,
            )
        )  # fmt: skip
