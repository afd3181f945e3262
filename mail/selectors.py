from __future__ import annotations

from django.db.models import QuerySet

from mail.models import LocalMail

SHOWN = 50


def newest(*, address: str = "") -> QuerySet[LocalMail]:
    """The newest local mails, all or those to one address."""
    mails = LocalMail.objects.defer("html", "text")
    if address:
        # A JSON list of one address on both databases, so its text is the thing to compare.
        mails = mails.filter(recipients=[address])
    return mails[:SHOWN]
