"""Queue a mail with the change that causes it; deliver it from the outbox."""

from __future__ import annotations

import hashlib
import hmac
import smtplib
from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection

from mail.letters import Letter
from mail.rendering import render
from outbox.errors import GiveUp
from outbox.models import Effect
from outbox.services import happened, promise, renew

# Effects that send mail; once done, their rows remember the address and what kind of mail it was.
EFFECTS = ("mail", "notice")
PERMANENT_REFUSAL = 500


def queue(
    *,
    template: str,
    to: str,
    context: dict[str, Any],
    language: str,
    key: str | None = None,
    due_at: datetime | None = None,
    unsubscribe_url: str = "",
) -> Effect:
    """Render now, in the reader's language, and promise to send with this transaction."""
    mail = render(template, {**context, "unsubscribe_url": unsubscribe_url}, language)
    headers = {"Auto-Submitted": "auto-generated", "Content-Language": language}
    if unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    payload = {
        "template": template,
        "to": to,
        "subject": mail.subject,
        "text": mail.text,
        "html": mail.html,
        "headers": headers,
    }
    return promise(kind="mail", payload=payload, key=key, due_at=due_at)


def send(effect: Effect, *, to: str, letter: Letter, template: str = "letter") -> str:
    """Send a letter composed a moment ago. What it says is stored nowhere."""
    content = {
        "template": template,  # with the address, all that is remembered
        "to": to,
        "subject": letter.subject,
        "text": letter.text,
        "html": letter.html,
        "headers": {
            "Auto-Submitted": "auto-generated",
            "Content-Language": letter.language,
            **letter.headers,
        },
    }
    row = Effect(pk=effect.pk, claim=effect.claim, created_at=effect.created_at, payload=content)
    deliver(row)
    effect.done_at = row.done_at
    return "accepted by the mail server"


def deliver(effect: Effect) -> None:
    """Send one mail. Its Message-ID comes from the row, so a second sending is the same mail.

    From the server's yes to the note of it a crash sends the mail again. So everything slow
    stands before (name, connection, encryption, password) or after (the farewell).
    """
    mail = effect.payload
    connection = get_connection()
    message = EmailMultiAlternatives(
        subject=mail["subject"],
        body=mail["text"],
        to=[mail["to"]],
        headers={**mail["headers"], "Message-ID": message_id(effect)},
        connection=connection,
    )
    message.attach_alternative(mail["html"], "text/html")
    # Bodies hold links that open accounts: once sent, only what was sent is remembered.
    remembered = {"template": mail["template"], "to": mail["to"]}
    try:
        connection.open()
        if not renew(effect):  # too late: another worker has it
            return
        message.send()
        happened(effect, remembered)
    except smtplib.SMTPRecipientsRefused as refused:
        if all(code >= PERMANENT_REFUSAL for code, _ in refused.recipients.values()):
            raise GiveUp("The mail server refused the address for good.") from refused
        raise
    finally:
        with suppress(Exception):  # a server that is gone does not make the mail unsent
            connection.close()


def message_id(effect: Effect) -> str:
    """The same for every attempt at one row, and not to be guessed from outside."""
    name = f"mail:{effect.pk}:{effect.created_at.timestamp()}".encode()
    digest = hmac.new(settings.SECRET_KEY.encode(), name, hashlib.sha256).hexdigest()[:24]
    return f"<{effect.pk}.{digest}@{urlsplit(settings.SITE_URL).hostname}>"
