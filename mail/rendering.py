"""A mail from its three templates: subject, text, HTML with the style inlined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import css_inline
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from mail.letters import Image, Letter, one_line, unsubscribe_headers

# Media queries (dark mode) cannot be inlined, so the style tag stays.
_inliner = css_inline.CSSInliner(
    load_remote_stylesheets=False, keep_style_tags=True, keep_at_rules=True
)


@dataclass(frozen=True)
class Rendered:
    subject: str
    text: str
    html: str


def render(template: str, context: dict[str, Any], language: str) -> Rendered:
    """Render `templates/emails/<template>.{subject.txt,txt,html}` in the reader's language."""
    full = {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "contact_email": settings.CONTACT_EMAIL,
        "language": language,
        **context,
    }
    with translation.override(language):
        subject = render_to_string(f"emails/{template}.subject.txt", full)
        text = render_to_string(f"emails/{template}.txt", full)
        html = render_to_string(f"emails/{template}.html", full)
    return Rendered(
        subject=one_line(subject),  # a header cannot be injected
        text=_tidy(text),
        html=_inliner.inline(html),
    )


def compose(
    template: str,
    context: dict[str, Any],
    language: str,
    *,
    unsubscribe_url: str = "",
    images: tuple[Image, ...] = (),
    thread: str = "",
) -> Letter:
    """A letter from its templates, in the moment it is sent."""
    mail = render(template, {**context, "unsubscribe_url": unsubscribe_url}, language)
    return Letter(
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        headers=unsubscribe_headers(unsubscribe_url) if unsubscribe_url else {},
        images=images,
        thread=thread,
        language=language,
    )


def _tidy(text: str) -> str:
    """Templates leave runs of empty lines behind; a reader should not see them."""
    lines: list[str] = []
    for line in (raw.rstrip() for raw in text.strip().splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines) + "\n"
