"""Queue a mail with the change that causes it, or compose it when it is sent; hand it over."""

from __future__ import annotations

import smtplib
from contextlib import suppress
from datetime import datetime
from typing import Any

import structlog
from django.core.mail import get_connection
from django.db import Error as DatabaseTrouble

from mail import metrics, outcomes, return_path, throttle, wire
from mail.errors import AddressIsOff
from mail.letters import Letter, unsubscribe_headers
from mail.rendering import render
from mail.selectors import off_reason
from outbox.errors import GiveUp
from outbox.models import Effect
from outbox.services import happened, promise, renew

log = structlog.get_logger(__name__)

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
        headers |= unsubscribe_headers(unsubscribe_url)
    payload = {
        "template": template,
        "to": to,
        "subject": mail.subject,
        "text": mail.text,
        "html": mail.html,
        "headers": headers,
    }
    return promise(kind="mail", payload=payload, key=key, due_at=due_at)


def deliver(effect: Effect) -> dict[str, Any] | None:
    """Send a mail that was rendered when it was queued.

    What can be unsubscribed from is news, and stops where the address is off. All else concerns
    the account and is always sent.
    """
    mail = effect.payload
    headers = mail["headers"]
    letter = Letter(
        subject=mail["subject"],
        text=mail["text"],
        html=mail["html"],
        headers=headers,
        language=headers["Content-Language"],
    )
    if "List-Unsubscribe" in headers and (reason := off_reason(mail["to"])):
        metrics.count("stopped")
        return {"template": mail["template"], "stopped": reason}
    # Bodies hold links that open accounts: once sent, only what was sent is remembered.
    _hand_over(effect, mail["to"], letter, {"template": mail["template"], "to": mail["to"]})
    return None


def send(
    effect: Effect, *, to: str, letter: Letter, remembered: dict[str, Any] | None = None
) -> str:
    """Send news that was composed just now, and note the effect as done; answers the Message-ID.

    Raises `AddressIsOff` if the address bounced or complained, `Later` if its provider has had
    enough for now. The answer is empty when the lease was lost: somebody else sends it.
    The row remembers `remembered` and the address.
    """
    if reason := off_reason(to):
        metrics.count("stopped")
        raise AddressIsOff(reason)
    throttle.take(effect, to)
    return _hand_over(effect, to, letter, {**(remembered or {}), "to": to})


def allow_again(address: str) -> bool:
    """Its reader says that mail arrives again. True if it was off."""
    return outcomes.allow_again(address)


def message_id(effect: Effect) -> str:
    """The same for every attempt at one row, and not to be guessed from outside."""
    digest = wire.sign(f"mail:{effect.pk}:{effect.created_at.timestamp()}")
    return f"<{effect.pk}.{digest}@{wire.host()}>"


def _hand_over(effect: Effect, to: str, letter: Letter, remembered: dict[str, Any]) -> str:
    """Its Message-ID comes from the row, so a second sending is the same mail.

    From the server's yes to the note of it a crash sends the mail again. So everything slow
    stands before (name, connection, encryption, password) or after (the farewell).
    """
    name = message_id(effect)
    connection = get_connection()
    message = wire.build(
        letter,
        to=to,
        message_id=name,
        return_path=return_path.address_for(effect.pk),
        connection=connection,
    )
    outcomes.begin(effect_id=effect.pk, message_id=name, to=to)
    try:
        connection.open()
        if not renew(effect):  # too late: another worker has it
            return ""
        message.send()
        happened(effect, remembered)
    except smtplib.SMTPRecipientsRefused as refused:
        if all(code >= PERMANENT_REFUSAL for code, _ in refused.recipients.values()):
            _refused(effect, to, refused)
            raise GiveUp("The mail server refused the address for good.") from refused
        metrics.count("failed")
        raise
    except Exception:
        metrics.count("failed")
        raise
    finally:
        with suppress(Exception):  # a server that is gone does not make the mail unsent
            connection.close()
    metrics.count("handed_over")
    try:
        outcomes.accepted(effect_id=effect.pk)
    except DatabaseTrouble as error:  # it is sent all the same
        log.warning("mail.not_noted", effect=effect.pk, error=type(error).__name__)
    return name


def _refused(effect: Effect, to: str, refused: smtplib.SMTPRecipientsRefused) -> None:
    metrics.count("refused")
    for code, words in refused.recipients.values():
        said = outcomes.STATUS.match(words.decode(errors="replace"))
        status = said[1] if said else str(code)
        outcomes.bounced(effect_id=effect.pk, status=status, address=to)
