"""What is due: new notices get their deliveries, deliveries go to the outbox, and end.

Everything here is driven by rows. A process that dies in between leaves rows that the next sweep
finds; a second sweep at the same moment finds them locked and passes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import User
from notices import kinds, selectors, timing
from notices.models import Delivery, Muted, Notice, Reader
from notices.selectors import MAIL
from outbox.models import Effect
from outbox.services import promise

log = structlog.get_logger(__name__)

BATCH = 500
State = Delivery.State
OPEN = (State.WAITING, State.HANDED)


def sweep(now: datetime | None = None) -> int:
    moment = now or timezone.now()
    return plan(moment) + hand_over(moment) + settle(moment)


def skip_locked(rows: QuerySet[Notice] | QuerySet[Delivery]) -> QuerySet:  # type: ignore[type-arg]
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


@transaction.atomic
def plan(now: datetime) -> int:
    """Give new notices their deliveries."""
    rows: QuerySet[Notice] = Notice.objects.filter(planned_at=None, at__lte=now).order_by("pk")
    found: list[Notice] = list(skip_locked(rows)[:BATCH])
    if not found:
        return 0
    users = User.objects.in_bulk({notice.user_id for notice in found})
    readers = selectors.readers(users.values())
    reach = {
        name: selectors.reached(name, {u.pk for u in users.values() if not u.is_former})
        for name in selectors.channels()
    }
    muted = set(
        Muted.objects.filter(user__in=users, about__in={n.about for n in found}).values_list(
            "user_id", "about"
        )
    )
    made: list[Delivery] = []
    later: list[Notice] = []
    verdicts = _came_true(found, readers, now)
    for notice in found:
        kind = kinds.find(notice.kind)
        verdict = verdicts.get(notice.pk, kinds.SEND)
        if verdict.later is not None:
            notice.at = verdict.later  # and is asked after again then
            continue
        notice.planned_at = now
        notice.answered_at = now if verdict.reason else None
        if kind is None or (kind.switchable and (notice.user_id, notice.about) in muted):
            continue
        later += _follows(kind, notice)
        reader = readers[notice.user_id]
        wish = selectors.wish_of(reader)
        for name in selectors.channels():
            if notice.user_id in reach[name] and kinds.wanted(reader, notice.kind, name):
                at = timing.after_quiet(wish, notice.at)
                made.append(_delivery(notice, name, at, verdict.reason, now))
    Notice.objects.bulk_update(found, ["at", "planned_at", "answered_at"])
    Notice.objects.bulk_create(later, ignore_conflicts=True)
    Delivery.objects.bulk_create(made)
    _gather(made, readers)
    # Whoever was called to a turn has heard so when it came.
    _show(n for n in found if n.at <= now and not _together(n))
    return len(found)


def _came_true(
    found: Sequence[Notice], readers: dict[int, Reader], now: datetime
) -> dict[int, kinds.Verdict]:
    """What was said beforehand is news only if it holds when its time comes.

    The site's list has no other check, and some readers have no other channel.
    """
    verdicts: dict[int, kinds.Verdict] = {}
    for notice in found:
        kind = kinds.find(notice.kind)
        if kind is None or not kind.ahead:
            continue
        try:
            verdicts |= kind.check(readers[notice.user_id], [notice], now)
        except Exception:  # one broken notice must not stop everybody's
            log.exception("notice.check_failed", notice=notice.pk, kind=kind.key)
            verdicts[notice.pk] = kinds.Verdict("broken")
    return verdicts


def _delivery(notice: Notice, channel: str, at: datetime, moot: str, now: datetime) -> Delivery:
    made = Delivery(notice=notice, user_id=notice.user_id, channel=channel, due_at=at)
    if moot:
        made.state, made.reason, made.settled_at = State.CANCELLED, moot, now
    return made


def _show(notices: Iterable[Notice]) -> None:
    """Open pages of these players have something new to show."""
    users = sorted({notice.user_id for notice in notices})
    if users:
        for path in settings.NOTICE_TOLD:
            transaction.on_commit(partial(import_string(path), users))


def _follows(kind: kinds.Kind, notice: Notice) -> Sequence[Notice]:
    try:
        return kind.follows(notice)
    except Exception:  # one broken notice must not stop everybody's
        log.exception("notice.follow_failed", notice=notice.pk, kind=kind.key)
        return ()


def _gather(made: Sequence[Delivery], readers: dict[int, Reader]) -> None:
    """Turns that wait for one reader wait for one mail; a turn takes the place of an older one."""
    for user in {d.user_id for d in made if d.channel == MAIL and _together(d.notice)}:
        waiting = list(
            Delivery.objects.filter(user_id=user, channel=MAIL, state=State.WAITING)
            .filter(notice__kind__in=[k.key for k in kinds.every() if k.together])
            .select_related("notice")
            .order_by("notice_id")
        )
        newest = {d.notice.about: d.notice_id for d in waiting}
        old = [d.pk for d in waiting if newest[d.notice.about] != d.notice_id]
        Delivery.objects.filter(pk__in=old).update(
            state=State.SUPERSEDED, reason="a later turn", settled_at=timezone.now()
        )
        turns = [
            timing.Waiting(d.notice.at, deadline_in(d.notice)) for d in waiting if d.pk not in old
        ]
        wish = selectors.wish_of(readers[user])
        due = timing.after_quiet(wish, timing.turn_mail_at(wish, turns))
        kept = [d.pk for d in waiting if d.pk not in old]
        Delivery.objects.filter(pk__in=kept).update(due_at=due)


def deadline_in(notice: Notice) -> datetime | None:
    text = notice.data.get("deadline")
    return datetime.fromisoformat(text) if text else None


def _together(notice: Notice) -> bool:
    kind = kinds.find(notice.kind)
    return kind is not None and kind.together


@transaction.atomic
def hand_over(now: datetime) -> int:
    """Promise to tell what is due, one effect per message."""
    due = (
        Delivery.objects.filter(state=State.WAITING, due_at__lte=now)
        .select_related("notice")
        .order_by("due_at", "pk")
    )
    found: list[Delivery] = list(skip_locked(due)[:BATCH])
    groups: defaultdict[tuple[int, str, str | int], list[Delivery]] = defaultdict(list)
    for delivery in found:
        kind = kinds.find(delivery.notice.kind)
        if kind is None:
            delivery.state, delivery.reason = State.CANCELLED, "unknown kind"
            delivery.settled_at = now
            delivery.save(update_fields=["state", "reason", "settled_at"])
            continue
        one = kind.together and delivery.channel == MAIL
        rest = kind.key if one else delivery.pk
        groups[delivery.user_id, delivery.channel, rest].append(delivery)
    # Those that lay ahead when they were planned: alarms.
    _show(d.notice for d in found if d.notice.planned_at and d.notice.at > d.notice.planned_at)
    for (user, channel, _rest), group in groups.items():
        effect = promise(
            kind="notice",
            payload={"user": user, "channel": channel, "kind": group[0].notice.kind},
            lane=settings.NOTICE_LANES.get(channel, Effect.Lane.FAST),
        )
        Delivery.objects.filter(pk__in=[d.pk for d in group]).update(
            state=State.HANDED, effect=effect.pk
        )
    return len(found)


def settle(now: datetime) -> int:
    """Deliveries whose effect has ended without saying so: its worker died, or it gave up."""
    handed = Delivery.objects.filter(state=State.HANDED)
    ids = {pk for pk in handed.values_list("effect", flat=True)[: 10 * BATCH] if pk is not None}
    ended = Effect.objects.filter(pk__in=ids)
    gone = ids - set(ended.values_list("pk", flat=True))
    done = set(ended.filter(done_at__isnull=False).values_list("pk", flat=True))
    lost = dict(ended.filter(given_up_at__isnull=False).values_list("pk", "last_error"))
    count = handed.filter(effect__in=done).update(state=State.SENT, settled_at=now)
    for pk, error in [*lost.items(), *((pk, "forgotten by the outbox") for pk in gone)]:
        count += handed.filter(effect=pk).update(
            state=State.FAILED, reason=error[:120], settled_at=now
        )
        # Whoever was never told must not be taken for somebody who hasn't answered.
        Reader.objects.filter(turn_mail_effect=pk).update(turn_mail_at=None, turn_mail_effect=None)
    return count
