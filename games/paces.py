"""How fast a match is played. A new pace is one entry of `PACES`: forms, filters, lists, the
charter, mails and deadlines ask here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

Text = str | Promise
GUEST_TURN = timedelta(hours=24)
LONGEST_ANSWER = timedelta(hours=24)


@dataclass(frozen=True)
class Pace:
    """What people agree on when they sit down: how long a turn may take."""

    key: str  # in forms and addresses
    stored: int  # in its column: the days; what isn't counted in days takes a number over 1000
    turn: timedelta
    label: Text = field(compare=False)  # in lists and choices: "3 days per turn"
    brief: Text = field(compare=False)  # in the head of a match: "3 days a turn"
    offer: Text = field(compare=False)  # in an invitation, a sentence
    more: Text = field(compare=False, default="")  # what the charter adds, a sentence
    offered: bool = field(compare=False, default=True)  # else only matches that have it keep it
    # For a small question in somebody else's turn, in games that have them; never more than a turn.
    answer: timedelta = LONGEST_ANSWER

    def lasts(self, *, guest: bool = False, answer: bool = False) -> timedelta:
        """How long a turn may take, or an answer; a guest's never longer than a day, so that nobody
        has to wait for someone who won't return."""
        time = min(self.turn, self.answer) if answer else self.turn
        return min(time, GUEST_TURN) if guest else time

    def deadline(self, now: datetime, *, guest: bool = False, answer: bool = False) -> datetime:
        """By when a seat that comes to owe at `now` must have decided."""
        return now + self.lasts(guest=guest, answer=answer)

    def __str__(self) -> str:
        return str(self.label)

    def __reduce__(self) -> tuple[Any, ...]:
        return stored_as, (self.stored,)  # words in all languages don't travel


def _said(words: Callable[[], str]) -> str:
    return words()


_when_read = lazy(_said, str)  # in the reader's language


def days(n: int, *, offered: bool = True) -> Pace:
    """So many days for each turn, counted anew with every one."""
    return Pace(
        key=str(n),
        stored=n,
        turn=timedelta(days=n),
        label=_when_read(
            lambda: ngettext("%(n)d day per turn", "%(n)d days per turn", n) % {"n": n}
        ),
        brief=_when_read(
            lambda: ngettext("%(n)d day per turn", "%(n)d days per turn", n) % {"n": n}
        ),
        offer=_when_read(
            lambda: (
                ngettext(
                    "You’ll have %(n)d day per turn.",
                    "You’ll have %(n)d days per turn.",
                    n,
                )
                % {"n": n}
            )
        ),
        more=_("It restarts with each of your turns."),
        answer=min(timedelta(days=n) / 2, LONGEST_ANSWER),
        offered=offered,
    )


PACES = [days(1), days(2), days(3), days(5), days(7), days(14)]  # as choices show them
USUAL = PACES[2]


def offered() -> list[Pace]:
    return [pace for pace in PACES if pace.offered]


def choices() -> list[tuple[str, str]]:
    return [(pace.key, str(pace)) for pace in offered()]


def named(key: str) -> Pace | None:
    """The pace a form or an address means, None if there is no such choice."""
    return next((pace for pace in offered() if pace.key == key), None)


def stored_as(number: int) -> Pace:
    """The pace of a row; one that was never on the list counts as days."""
    found = next((pace for pace in PACES if pace.stored == number), None)
    return found or days(number, offered=False)
