"""What is known about notices and readers; nothing here writes."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from importlib import import_module
from types import ModuleType

from django.conf import settings
from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.emails import clock_of, primary_address
from accounts.models import User
from mail.models import SentMail
from mail.selectors import delivery, off_reason
from notices import kinds
from notices.abouts import Thing, described
from notices.models import Delivery, Muted, Notice, Reader
from notices.news import Line
from notices.timing import Wish

BELL = 8  # notices under the bell
MANY = 100  # looked at to count what is unread; the bell says "9+" long before
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
    return _worded(user, list(notices), seen_at(user))


def _worded(user: User, rows: Sequence[Notice], seen: datetime | None) -> list[Told]:
    over = _over(user, rows)
    found = []
    for notice in rows:
        kind = kinds.find(notice.kind)
        if kind is None or (kind.reminder and notice.pk in over):
            continue
        notice.user = user  # known here; a line may name its reader
        line = kind.line(notice)
        done = line.done or notice.pk in over
        fresh = not done and not kind.reminder and notice.answered_at is None
        unread = fresh and (seen is None or notice.at > seen)
        found.append(Told(notice, replace(line, done=done), unread))
    return found


def _over(user: User, notices: Sequence[Notice]) -> set[int]:
    by_kind: defaultdict[str, list[Notice]] = defaultdict(list)
    for notice in notices:
        by_kind[notice.kind].append(notice)
    found: set[int] = set()
    for key, group in by_kind.items():
        kind = kinds.find(key)
        found |= kind.over(user, group) if kind is not None else set()
    return found


def seen_at(user: User) -> datetime | None:
    """When all news was last marked as read."""
    return Reader.objects.filter(pk=user.pk).values_list("seen_at", flat=True).first()


def unread_rows(user: User, most: int = MANY, *, home: bool = False) -> list[Told]:
    """What is new and still matters, newest first; for home, without what stands there anyway."""
    last = Reader.objects.filter(pk=OuterRef("user_id")).values("seen_at")
    rows = (
        shown(user)
        .annotate(last=Subquery(last))
        .filter(Q(last=None) | Q(at__gt=F("last")), answered_at=None)
    )
    if home:
        rows = rows.exclude(kind__in=[kind.key for kind in kinds.every() if kind.at_home])
    return [told for told in _worded(user, list(rows[:most]), None) if told.unread]


def unread(user: User) -> int:
    """How many of those. The bar of every page counts the same by a statement of its own."""
    return len(unread_rows(user))


@dataclass(frozen=True)
class Bell:
    """What every page shows of somebody's news."""

    told: list[Told]
    unread: int


def bell(user: User) -> Bell:
    return Bell(worded(user, shown(user)[:BELL]), unread(user))


@dataclass(frozen=True)
class Mailbox:
    """Where mail goes, whether it does, and what became of the last one."""

    address: str = ""
    off: str = ""  # why we stopped: `bounced` or `complained`
    last: SentMail | None = None


def mailbox(user: User) -> Mailbox:
    address = primary_address(user)
    if not address:
        return Mailbox()
    sent = Delivery.objects.filter(user=user, channel=MAIL, state=Delivery.State.SENT)
    effect = sent.order_by("-settled_at").values_list("effect", flat=True).first()
    return Mailbox(address, off_reason(address), delivery(effect) if effect else None)


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


def muted(user: User) -> list[tuple[str, Thing | None]]:
    """What somebody wants no news about, with its name; None if that's gone."""
    rows = list(Muted.objects.filter(user=user).order_by("pk").values_list("about", flat=True))
    named = described(rows, user)
    return [(about, named.get(about)) for about in rows]


@dataclass(frozen=True)
class Hearing:
    """How one player will hear of one kind of news about one thing."""

    muted: bool = False
    by: frozenset[str] = field(default_factory=frozenset)  # channels that will tell


def hearing(user: User, kind: str, about: str) -> Hearing:
    """Asked by every page of a match, so it's one statement.

    A channel says in SQL whether it reaches a player (`REACHES`); one that doesn't isn't promised.
    """
    asked = {
        name: sql for name in channels() if (sql := getattr(channel(name), "REACHES", ""))
    }  # fmt: skip
    exists = "".join(f", EXISTS ({sql})" for sql in asked.values())
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT switches FROM notices_reader WHERE user_id = %s), "
            f"EXISTS (SELECT 1 FROM notices_muted WHERE user_id = %s AND about = %s){exists}",
            [user.pk, user.pk, about, *(user.pk for _ in asked)],
        )
        switches, muted, *reached_by = cursor.fetchone()
    reader = Reader(user=user, switches=json.loads(switches) if switches else {})
    told = (name for name, reach in zip(asked, reached_by, strict=True) if reach)
    wanted = (name for name in told if kinds.wanted(reader, kind, name))
    return Hearing(bool(muted), frozenset() if muted else frozenset(wanted))
