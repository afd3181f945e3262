from __future__ import annotations

from django.db.models import QuerySet

from mail.addresses import digests
from mail.models import AddressState, LocalMail, SentMail

SHOWN = 50


def newest(*, address: str = "") -> QuerySet[LocalMail]:
    """The newest local mails, all or those to one address."""
    mails = LocalMail.objects.defer("html", "text")
    if address:
        # A JSON list of one address on both databases, so its text is the thing to compare.
        mails = mails.filter(recipients=[address])
    return mails[:SHOWN]


def is_off(address: str) -> bool:
    """Notification mail to it has been stopped; account mail never is."""
    return bool(off_reason(address))


def off_reason(address: str) -> str:
    """`bounced` or `complained`; empty while mail may be sent."""
    rows = AddressState.objects.filter(digest__in=digests(address), off_at__isnull=False)
    return rows.values_list("off_reason", flat=True).first() or ""


def delivery(effect_id: int) -> SentMail | None:
    """What is known about the mail of this effect; see its `state`."""
    return SentMail.objects.filter(effect_id=effect_id).first()
