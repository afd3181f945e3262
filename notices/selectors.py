"""What is known about notices and readers; nothing here writes."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib import import_module
from types import ModuleType

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.emails import clock_of
from accounts.models import User
from notices import kinds
from notices.models import Muted, Notice, Reader
from notices.news import Line
from notices.timing import Wish

BELL = 8  # notices under the bell
MAIL, SITE = "mail", "site"


def reader_of(user: User) -> Reader:
    """How this player wants to be told; whoever never said is told by the defaults."""
    return Reader.objects.filter(pk=user.pk).first() or Reader(user=user)


def readers(users: Iterable[User]) -> dict[int, Reader]:
    by_id = {user.pk: user for user in users}
    found = {row.pk: row for row in Reader.objects.filter(pk__in=by_id)}
    for pk, user in by_id.items():
        found.setdefault(pk, Reader(user=user)).user = user
    return found


def wish_of(reader: Reader) -> Wish:
    return Wish(
        zone=clock_of(reader.user),
        timing=reader.timing,
        daily_hour=reader.daily_hour,
        late_hours=reader.late_hours,
        quiet_from=reader.quiet_from,
        quiet_until=reader.quiet_until,
    )


@cache
def channel(name: str) -> ModuleType:
    """The module of a channel; it has `send`, and may say whom it reaches at all."""
    return import_module(settings.NOTICE_CHANNELS[name])


def channels() -> list[str]:
    return list(settings.NOTICE_CHANNELS)


def reached(name: str, users: set[int]) -> set[int]:
    """Whom of them a channel reaches: who has an address, a browser that takes pushes."""
    reaches = getattr(channel(name), "reaches", None)
    return users if reaches is None else set(reaches(users))


def is_muted(user: User, about: str) -> bool:
    return Muted.objects.filter(user=user, about=about).exists()


@dataclass(frozen=True)
class Told:
    """A notice as the site lists it."""

    notice: Notice
    line: Line
    unread: bool


def shown(user: User, now: datetime | None = None) -> QuerySet[Notice]:
    """A player's notices, newest first; no alarms that lie ahead or came to nothing."""
    moment = now or timezone.now()
    mine = Notice.objects.filter(user=user, at__lte=moment)
    came_true = Q(answered_at=None, planned_at__isnull=False)
    ahead = [kind.key for kind in kinds.every() if kind.ahead]
    return mine.filter(came_true | ~Q(kind__in=ahead)).order_by("-at", "-pk")


def worded(user: User, notices: Iterable[Notice]) -> list[Told]:
    notices = list(notices)
    done = _done(user, notices)
    seen = Reader.objects.filter(pk=user.pk).values_list("seen_at", flat=True).first()
    found = []
    for notice in notices:
        kind = kinds.find(notice.kind)
        if kind is not None:
            line = kind.line(notice)
            if notice.pk in done:
                line = replace(line, done=True)
            found.append(Told(notice, line, seen is None or notice.at > seen))
    return found


def _done(user: User, notices: Sequence[Notice]) -> set[int]:
    """What there was to do about has been done, though nobody had to be told so since."""
    reader, now = reader_of(user), timezone.now()
    by_kind: defaultdict[str, list[Notice]] = defaultdict(list)
    for notice in notices:
        if notice.answered_at is None:
            by_kind[notice.kind].append(notice)
    found: set[int] = set()
    for key, rows in by_kind.items():
        kind = kinds.find(key)
        if kind is not None and kind.answerable:
            verdicts = kind.check(reader, rows, now)
            found |= {pk for pk, verdict in verdicts.items() if verdict.reason}
    return found


def unread(user: User) -> int:
    """Notices since the list was last opened."""
    seen = Reader.objects.filter(pk=user.pk).values_list("seen_at", flat=True).first()
    rows = shown(user)
    return (rows if seen is None else rows.filter(at__gt=seen)).count()


@dataclass(frozen=True)
class Bell:
    """What every page shows of somebody's news."""

    told: list[Told]
    unread: int


def bell(user: User) -> Bell:
    return Bell(worded(user, shown(user)[:BELL]), unread(user))


def channel_states(user: User) -> dict[str, bool]:
    """Which channels reach this player at all."""
    return {name: user.pk in reached(name, {user.pk}) for name in channels()}


# --- the private calendar -----------------------------------------------------------------


def calendar_digest(secret: str) -> str:
    """What is kept of a calendar's address: it's long and random, so a plain hash hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def calendar_owner(secret: str) -> User | None:
    """Whose deadlines this address shows; None if it's nobody's, or their account is closed."""
    rows = Reader.objects.filter(calendar_digest=calendar_digest(secret)).select_related("user")
    reader = rows.first()
    if reader is None or not reader.user.is_active or reader.user.is_former:
        return None
    return reader.user
