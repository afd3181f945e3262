"""A mail that came back: a delivery status notification (RFC 3464) at a signed address.

Anybody can write to that address, so little is believed: the mail it is about is the one that was
signed, and the report must speak of the address that mail went to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses

import structlog

from mail import outcomes, return_path
from mail.addresses import digests
from mail.models import SentMail

log = structlog.get_logger(__name__)

LONGEST = 1_000_000  # bytes; a report quotes the mail at its end, which nobody needs
WHERE = ("Delivered-To", "X-Original-To", "To")


@dataclass(frozen=True)
class Report:
    """What one recipient's part says."""

    recipients: tuple[str, ...]
    action: str
    status: str

    @property
    def is_permanent(self) -> bool:
        return self.action == "failed" and self.status.startswith("5.")


def note(raw: bytes, *, recipient: str = "") -> str:
    """Read one mail and note what it says; answers with a word for the log of the mail server."""
    try:
        mail = message_from_bytes(raw[:LONGEST])
        found = list(reports(mail))
        effect_id = _signed(mail, recipient)
    except Exception as error:  # a mail can be anything, and its parser has limits
        return _ignored(f"unreadable ({type(error).__name__})")
    if effect_id is None:
        return _ignored("not signed by us")
    sent = SentMail.objects.filter(effect_id=effect_id).first()
    if sent is None:
        return _ignored("unknown mail", effect_id)
    if not found:
        return _ignored("no report", effect_id)
    ours = [one for one in found if any(sent.digest in digests(r) for r in one.recipients)]
    if not ours:
        return _ignored("about somebody else", effect_id)
    final = next((one for one in ours if one.is_permanent), None)
    if final is None:
        return _ignored("not for good", effect_id)
    address = next(r for r in final.recipients if sent.digest in digests(r))
    if outcomes.bounced(effect_id=effect_id, status=final.status, address=address):
        return "noted"
    return _ignored("said before", effect_id)


def reports(mail: Message) -> Iterator[Report]:
    """The parts of a report, one for each recipient."""
    if mail.get_content_type() != "multipart/report":
        return
    for part in mail.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        blocks = part.get_payload()
        for block in blocks if isinstance(blocks, list) else []:
            if isinstance(block, Message) and block["Action"]:
                yield _report(block)


def _report(block: Message) -> Report:
    said = outcomes.STATUS.match(str(block["Status"] or ""))
    fields = (str(block[name] or "") for name in ("Final-Recipient", "Original-Recipient"))
    return Report(
        recipients=tuple(address for field in fields for address in _addresses(field)),
        action=str(block["Action"]).strip().lower(),
        status=said[1] if said else "",
    )


def _addresses(field: str) -> list[str]:
    """`rfc822; alice@example.org`, in which +XX may stand for a character, or for itself."""
    kind, semicolon, value = field.partition(";")
    if not semicolon or kind.strip().lower() != "rfc822":
        return []
    plain = value.strip().strip("<>")
    return [plain, re.sub(r"\+([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), plain)]


def _signed(mail: Message, recipient: str) -> int | None:
    """The argument of the command if there is one, else what the mail server wrote on top."""
    offered = [recipient] if recipient else []
    if not recipient:
        fields = [str(value) for name in WHERE for value in mail.get_all(name, [])]
        offered = [address for _, address in getaddresses(fields)]
    found = (return_path.effect_of(address) for address in offered)
    return next((effect_id for effect_id in found if effect_id is not None), None)


def _ignored(why: str, effect_id: int | None = None) -> str:
    log.info("mail.bounce_ignored", why=why, effect=effect_id)
    return f"ignored: {why}"
