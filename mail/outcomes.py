"""What becomes of a mail after it was handed over, and what follows for its address.

Only failures for good count, and each mail once. Three within a month stop notification mail to
the address; "no such user" and a complaint do so at once. Account mail (passwords, addresses) is
always sent.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from mail.addresses import digest, digests
from mail.models import AddressState, SentMail
from outbox.models import Effect

log = structlog.get_logger(__name__)

BOUNCED, COMPLAINED = "bounced", "complained"  # why an address is off
NO_SUCH_USER = "5.1.1"
UNSPECIFIED = "5.0.0"  # for good, says the provider, but not why
# Refused by policy: that is about us (our name, our server), not about the address.
POLICY = "5.7."
ENOUGH = 3
LATELY = timedelta(days=30)
KEPT = timedelta(days=90)
STATUS = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})(?![.\d])")


def begin(*, effect_id: int, message_id: str, to: str) -> None:
    """Known before it goes out, so that a bounce finds it whatever happens to this process.

    Another attempt begins anew: what a refusal said before is no longer true.
    """
    row = SentMail(effect_id=effect_id, message_id=message_id, digest=digest(to))
    SentMail.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["effect_id"],
        update_fields=["message_id", "digest", "bounced_at", "reason"],
    )


def accepted(*, effect_id: int) -> None:
    SentMail.objects.filter(effect_id=effect_id).update(accepted_at=timezone.now())


@transaction.atomic
def delivered(*, effect_id: int) -> bool:
    rows = SentMail.objects.filter(effect_id=effect_id, delivered_at=None, bounced_at=None)
    return bool(rows.update(delivered_at=timezone.now()))


@transaction.atomic
def bounced(*, effect_id: int, status: str, address: str = "") -> bool:
    """A failure for good (5.x.x). False if it changes nothing: unknown, or said before.

    Whose mail it was is known from the row; `address` only helps to name it.
    """
    sent = SentMail.objects.select_for_update().filter(effect_id=effect_id).first()
    if sent is None or sent.bounced_at is not None or not status.startswith("5"):
        return False
    now = timezone.now()
    sent.bounced_at, sent.reason = now, status[:20]
    sent.save(update_fields=["bounced_at", "reason"])
    if not _counts(status):
        return True
    state = _state(sent.digest)
    state.failures, state.last_at = _failures(state, now), now
    state.save(update_fields=["failures", "last_at"])
    if state.failures >= ENOUGH or status == NO_SUCH_USER:
        _switch_off(state, sent, BOUNCED, address)
    return True


@transaction.atomic
def complained(*, effect_id: int, address: str = "") -> bool:
    """The reader called it spam. Said twice is said once, also if mail was allowed again since."""
    sent = SentMail.objects.select_for_update().filter(effect_id=effect_id).first()
    if sent is None or sent.complained_at is not None:
        return False
    now = timezone.now()
    sent.complained_at = now
    sent.save(update_fields=["complained_at"])
    state = _state(sent.digest)
    state.complained_at = state.last_at = now
    state.save(update_fields=["complained_at", "last_at"])
    _switch_off(state, sent, COMPLAINED, address)
    return True


def allow_again(address: str) -> bool:
    """Its reader says that mail arrives again. True if it was off."""
    rows = AddressState.objects.filter(digest__in=digests(address))
    was_off = rows.filter(off_at__isnull=False).exists()
    rows.update(failures=0, off_at=None, off_reason="", allowed_at=timezone.now())
    return was_off


def prune() -> int:
    """Forget what became of old mails. Which addresses are off stays."""
    old = timezone.now() - KEPT
    count = SentMail.objects.filter(created_at__lt=old).delete()[0]
    return count + AddressState.objects.filter(off_at=None, last_at__lt=old).delete()[0]


def _counts(status: str) -> bool:
    """A bare 550 doesn't say whose fault it is; 5.7.x says that it is ours."""
    return bool(STATUS.fullmatch(status)) and not status.startswith(POLICY)


def _state(key: str) -> AddressState:
    AddressState.objects.get_or_create(digest=key)
    return AddressState.objects.select_for_update().get(digest=key)


def _failures(state: AddressState, now: datetime) -> int:
    since = max(now - LATELY, state.allowed_at) if state.allowed_at else now - LATELY
    rows = SentMail.objects.filter(digest=state.digest, bounced_at__gt=since)
    return rows.filter(reason__startswith="5.").exclude(reason__startswith=POLICY).count()


def _switch_off(state: AddressState, sent: SentMail, reason: str, offered: str) -> None:
    """Tell whoever wants to know, in the same transaction, so that nobody is left untold."""
    if state.off_at is not None:
        return
    state.off_at, state.off_reason = timezone.now(), reason
    state.save(update_fields=["off_at", "off_reason"])
    log.warning("mail.address_off", effect=sent.effect_id, reason=reason)
    address = _address_of(sent, offered)
    if not address:
        log.warning("mail.address_off_untold", effect=sent.effect_id)
        return
    for path in settings.MAIL_CHANNEL_OFF:
        import_string(path)(address, reason)


def _address_of(sent: SentMail, offered: str) -> str:
    """By its hash: what the outbox remembers of the mail for a month, or what we were told."""
    payload = Effect.objects.filter(pk=sent.effect_id).values_list("payload", flat=True).first()
    remembered = str((payload or {}).get("to", ""))
    found = (address for address in (remembered, offered) if sent.digest in digests(address))
    return next(found, "")
