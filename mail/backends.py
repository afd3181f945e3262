"""A mail backend for a site without a mail server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from email.message import EmailMessage as WireMessage
from email.message import Message
from email.utils import make_msgid

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from mail.models import LocalMail

HIDDEN_HEADERS = {"content-type", "mime-version", "subject", "from", "to", "message-id"}


class LocalInbox(BaseEmailBackend):
    """Keeps mail in the database; the same Message-ID arrives once, as in a real mailbox.

    `EMAIL_URL=local://?seconds=2` plays a slow server: it takes that long before it accepts
    a mail and as long again before it says so.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            wire = message.message()
            time.sleep(settings.LOCAL_INBOX_SECONDS)
            LocalMail.objects.bulk_create(
                [
                    LocalMail(
                        message_id=wire["Message-ID"] or make_msgid(),
                        sender=str(message.from_email),
                        recipients=message.recipients(),
                        subject=str(message.subject)[:400],
                        text=str(message.body),
                        html=_html(wire),
                        headers={
                            k: str(v) for k, v in wire.items() if k.lower() not in HIDDEN_HEADERS
                        },
                    )
                ],
                ignore_conflicts=True,
            )
            time.sleep(settings.LOCAL_INBOX_SECONDS)
        return len(email_messages)


def _html(wire: Message | WireMessage) -> str:
    for part in wire.walk():
        if part.get_content_type() == "text/html":
            payload = part.get_payload(decode=True)
            return payload.decode() if isinstance(payload, bytes) else ""
    return ""
