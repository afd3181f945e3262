"""Telling one reader one thing: checked, composed and sent at the same moment.

The outbox lets one worker at a time have the effect. What must not be sent any more is cancelled
under the reader's lock; no lock is held while a foreign server is talked to.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.utils import timezone, translation

from accounts.emails import clock_of, language_for
from accounts.models import User
from notices import kinds, metrics, selectors, timing
from notices.kinds import Kind, Verdict
from notices.models import Delivery, Notice, Reader
from notices.selectors import MAIL
from outbox.models import Effect
from outbox.services import happened

log = structlog.get_logger(__name__)
State = Delivery.State


def deliver(effect: Effect) -> dict[str, Any] | None:
    """Handler of the outbox: one message through one channel."""
    user = User.objects.get(pk=effect.payload["user"])
    channel = effect.payload["channel"]
    kind = kinds.find(effect.payload["kind"])
    remembered = {name: effect.payload[name] for name in ("user", "channel", "kind")}
    notices = _still_to_tell(effect, user, kind, channel)
    if kind is None or not notices:
        return remembered
    with translation.override(language_for(user)), timezone.override(clock_of(user)):
        news = kind.compose(user, notices)
        if news is None:
            _end(effect, State.CANCELLED, "nothing to say")
            return remembered
        try:
            status = selectors.channel(channel).send(effect, user, news)
        except Exception:
            metrics.FAILED.labels(channel=channel, kind=kind.key).inc()
            raise
    if effect.done_at is None and not happened(effect, remembered):
        return None  # another worker has it and will say so
    _end(effect, State.SENT, status)
    now = timezone.now()
    for notice in notices:
        metrics.told(kind.key, channel, (now - notice.at).total_seconds())
    return None


@transaction.atomic
def _still_to_tell(effect: Effect, user: User, kind: Kind | None, channel: str) -> list[Notice]:
    """What of it is still true and wanted, now. The rest ends here, or waits again."""
    now = timezone.now()
    Reader.objects.get_or_create(user=user)
    reader = Reader.objects.select_for_update().get(user=user)
    reader.user = user
    rows = list(
        Delivery.objects.filter(effect=effect.pk, state=State.HANDED)
        .select_related("notice")
        .order_by("notice_id")
    )
    kept: list[Delivery] = []
    checked = kind.check(reader, [row.notice for row in rows], now) if kind else {}
    for row in rows:
        verdict = _choice(reader, row, now, checked.get(row.notice_id, kinds.SEND))
        if verdict.send:
            kept.append(row)
        elif verdict.later is not None:
            row.state, row.effect, row.due_at = State.WAITING, None, verdict.later
        else:
            row.state, row.reason, row.settled_at = State.CANCELLED, verdict.reason, now
    answered = [pk for pk, verdict in checked.items() if verdict.reason]
    Notice.objects.filter(pk__in=answered, answered_at=None).update(answered_at=now)
    if kind is not None and kind.together and channel == MAIL and kept:
        verdict = _patience(reader, kind, effect, now)
        if verdict.later is not None:
            for row in kept:
                row.state, row.effect, row.due_at = State.WAITING, None, verdict.later
            kept = []
        else:
            reader.turn_mail_at, reader.turn_mail_effect = now, effect.pk
            reader.save(update_fields=["turn_mail_at", "turn_mail_effect"])
    Delivery.objects.bulk_update(rows, ["state", "effect", "due_at", "reason", "settled_at"])
    return [row.notice for row in kept]


def _choice(reader: Reader, row: Delivery, now: datetime, found: Verdict) -> Verdict:
    """What the reader wants may have changed since the delivery was planned."""
    kind = kinds.find(row.notice.kind)
    if kind is None or not reader.user.is_active or reader.user.is_former:
        return Verdict("the account is closed")
    if found.reason:
        return found
    if not kinds.wanted(reader, kind.key, row.channel):
        return Verdict("switched off")
    if kind.switchable and row.notice.about and selectors.is_muted(reader.user, row.notice.about):
        return Verdict("muted")
    later = timing.after_quiet(selectors.wish_of(reader), found.later or now)
    return Verdict(later=later) if later > now else kinds.SEND


def _patience(reader: Reader, kind: Kind, effect: Effect, now: datetime) -> Verdict:
    """No second turn mail for somebody who hasn't acted on anything since the first."""
    last = reader.turn_mail_at
    if last is None or reader.turn_mail_effect == effect.pk or kind.acted(reader.user, last):
        return kinds.SEND
    wish = selectors.wish_of(reader)
    return Verdict(later=timing.after_quiet(wish, now + timing.ACTED_AGAIN))


def _end(effect: Effect, state: str, reason: str) -> None:
    Delivery.objects.filter(effect=effect.pk, state=State.HANDED).update(
        state=state, reason=reason[:120], settled_at=timezone.now()
    )
