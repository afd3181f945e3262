"""A match at once: against the computer, guided, or with everybody at one device."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.errors import BadTable, NotAllowed
from games.models import Match, Seat
from games.services.play import commit
from games.services.tables import deals, lobby
from games.terms.charter import Charter
from games.titles.registry import lesson_of


def practise(*, user: User, title: str, size: int, options: dict[str, int] | None = None) -> Match:
    """A friendly match against the greedy player; it starts at once, and the person begins."""
    charter = Charter(
        title=title, size=size, options=options or {}, visibility=Match.Visibility.LINK
    )
    return lobby.create(user=user, charter=charter, bots=size - 1)


def guide(*, user: User, title: str) -> Match:
    """A match that teaches: the title's lesson, with its own deal and a computer to learn from."""
    lesson = lesson_of(title)
    if lesson is None:
        raise BadTable("title", "no-lesson")
    charter = Charter(
        title=title,
        size=lesson.seats,
        options=lesson.options,
        visibility=Match.Visibility.LINK,
        first_player=Match.FirstPlayer.CREATOR,
    )
    return lobby.create(
        user=user,
        charter=charter,
        bots=lesson.seats - 1,
        bot=lesson.bot,
        guided=True,
        seed_source=deals.LESSON,
    )


def pass_and_play(
    *,
    user: User,
    title: str,
    size: int,
    options: dict[str, int] | None = None,
    names: Sequence[str] = (),
) -> Match:
    """Everybody at one device, each seat with a name if somebody gave it one."""
    charter = Charter(
        title=title, size=size, options=options or {}, visibility=Match.Visibility.LINK
    )
    return lobby.create(user=user, charter=charter, hot_seat=True, names=names)


@transaction.atomic
def skip(*, code: str, user: User) -> Match:
    """Not now: the match goes to the end of the player's own queue. Its clock runs on."""
    match = commit.lock(code)
    mine = Seat.objects.filter(match=match, user=user, owes=True, autopilot=False)
    if match.hot_seat or not mine.update(skipped_at=timezone.now()):
        raise NotAllowed("not-your-turn")
    return match
