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

from mail.models import LocalImage, LocalMail

HIDDEN_HEADERS = {"content-type", "mime-version", "subject", "from", "to", "message-id"}
IMAGES_OF = 500  # mails; the pictures of older ones are thrown away


class LocalInbox(BaseEmailBackend):
    """Keeps mail in the database; the same Message-ID arrives once, as in a real mailbox.

    `EMAIL_URL=local://?seconds=2` plays a slow server: it takes that long before it accepts
    a mail and as long again before it says so.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            time.sleep(settings.LOCAL_INBOX_SECONDS)
            _keep(message)
            time.sleep(settings.LOCAL_INBOX_SECONDS)
        return len(email_messages)


def _keep(message: EmailMessage) -> None:
    wire = message.message()
    headers = {k: str(v) for k, v in wire.items() if k.lower() not in HIDDEN_HEADERS}
    if "From" in message.extra_headers:  # then the envelope has a sender of its own
        headers["Return-Path"] = f"<{message.from_email}>"
    name = wire["Message-ID"] or make_msgid()
    mail = LocalMail(
        message_id=name,
        sender=str(message.extra_headers.get("From", message.from_email)),
        recipients=message.recipients(),
        subject=str(message.subject)[:400],
        text=str(message.body),
        html=_html(wire),
        headers=headers,
    )
    LocalMail.objects.bulk_create([mail], ignore_conflicts=True)
    if images := _images(wire):
        kept = LocalMail.objects.only("pk").get(message_id=name)
        for image in images:
            image.mail = kept
        LocalImage.objects.bulk_create(images, ignore_conflicts=True)
        _throw_old_images_away()


def _throw_old_images_away() -> None:
    oldest = LocalMail.objects.order_by("-pk").values_list("pk", flat=True)[IMAGES_OF - 1 :].first()
    if oldest is not None:
        LocalImage.objects.filter(mail_id__lt=oldest).delete()


def _images(wire: Message | WireMessage) -> list[LocalImage]:
    return [
        LocalImage(
            cid=str(part["Content-ID"]).strip("<> ")[:200],
            content_type=part.get_content_type()[:40],
            content=part.get_payload(decode=True),
        )
        for part in wire.walk()
        if part.get_content_maintype() == "image" and part["Content-ID"]
    ]


def _html(wire: Message | WireMessage) -> str:
    for part in wire.walk():
        if part.get_content_type() == "text/html":
            payload = part.get_payload(decode=True)
            return payload.decode() if isinstance(payload, bytes) else ""
    return ""
