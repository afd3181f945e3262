"""A letter as it goes over the wire: text, HTML, and the images the HTML shows."""

from __future__ import annotations

import hashlib
import hmac
from email.header import Header
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from mail.letters import Image, Letter


class Message(EmailMultiAlternatives):
    """Django's message, whose HTML carries its images with it."""

    images: tuple[Image, ...] = ()

    def message(self, **options: Any) -> Any:
        wire: Any = super().message(**options)
        if "=?" in str(self.subject):
            # A name may look like an encoded word. Encoded once more it stays what was typed.
            del wire["Subject"]
            wire["Subject"] = Header(str(self.subject), "utf-8").encode(linesep="")
        if self.images:
            *others, html = wire.get_payload()
            wire.set_payload([*others, _related(html, self.images)])
        return wire


def build(
    letter: Letter, *, to: str, message_id: str, return_path: str = "", connection: Any = None
) -> Message:
    headers = {
        "Auto-Submitted": "auto-generated",
        "Content-Language": letter.language,
        **letter.headers,
        "Message-ID": message_id,
    }
    if letter.thread:
        # The root was never sent. Mail programs gather what refers to the same one.
        headers["In-Reply-To"] = headers["References"] = thread_id(letter.thread, to)
    if return_path:
        headers["From"] = settings.DEFAULT_FROM_EMAIL
    message = Message(
        subject=letter.subject,
        body=letter.text,
        from_email=return_path or None,  # the envelope's; readers see the header
        to=[to],
        headers=headers,
        connection=connection,
    )
    message.attach_alternative(letter.html, "text/html")
    message.images = letter.images
    return message


def thread_id(thread: str, to: str) -> str:
    """The same for all letters about one thing to one reader, and not to be guessed."""
    return f"<thread.{sign(f'mail.thread:{thread}:{to.strip().lower()}')}@{host()}>"


def sign(name: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), name.encode(), hashlib.sha256).hexdigest()[:24]


def host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _related(html: Any, images: tuple[Image, ...]) -> MIMEMultipart:
    whole = MIMEMultipart("related", type="text/html")
    whole.attach(html)
    for image in images:
        part = MIMEImage(image.content, image.subtype)
        part["Content-ID"] = f"<{image.cid}>"
        name = f"{image.cid.partition('@')[0]}.{image.subtype}"
        part.add_header("Content-Disposition", "inline", filename=name)
        whole.attach(part)
    return whole
