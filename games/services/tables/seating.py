"""A seat at once: at a table of people if one waits, else against the computer."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone

from accounts.models import User
from games.errors import BadTable, NotAllowed, TableError
from games.models import Match, Seat
from games.services.play import commit
from games.services.tables import deals, lobby
from games.terms.charter import Charter
from games.titles.registry import lesson_of

TRIED = 20


def play_now(*, user: User, title: str, size: int = 0) -> Match:
    """Join the table that needs one more player, else any open one, else play the computer."""
    waiting = (
        Match.objects.filter(
            status=Match.Status.OPEN,
            visibility=Match.Visibility.PUBLIC,
            title=title,
            rated=False,
            hot_seat=False,
            start_at=None,
            gates={},
        )
        .exclude(seats__user=user)
        .annotate(missing=F("size") - Count("seats"))
        .filter(missing__gt=0)
        .order_by("missing", "created_at")
    )
    if size:
        waiting = waiting.filter(size=size)
    for code in list(waiting.values_list("code", flat=True)[:TRIED]):
        try:
            return lobby.join(code=code, user=user)
        except TableError:
            continue  # taken meanwhile, or its people do not want this player
    return practise(user=user, title=title, size=size or 2)


def practise(*, user: User, title: str, size: int, options: dict[str, int] | None = None) -> Match:
    """A friendly match against the greedy player; it starts at once."""
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
