"""Atom feeds (RFC 4287): what one says, and how it's answered for.

The same facts give the same bytes, so that a reader who has them is told so and sent nothing.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.utils.http import http_date
from django.utils.translation import get_language

from ops.lines import one_line

SINCE = 2026  # a tag names a year in which the host was ours
TITLE = 140


@dataclass(frozen=True)
class Item:
    """One piece of news. `told` are sentences of plain text."""

    tag: str
    title: str
    told: Sequence[str]
    path: str
    at: datetime


@dataclass(frozen=True)
class Feed:
    tag: str
    title: str
    subtitle: str
    path: str  # the page it belongs to
    own_path: str  # where the feed itself is
    updated: datetime
    items: Sequence[Item]


class _Writer(Atom1Feed):
    """Django's own, with the time of the facts: it would take the clock's for an empty feed."""

    moment: datetime

    def latest_post_date(self) -> datetime:
        return self.moment


def language_of(request: HttpRequest) -> str:
    """The one the address asks for, so that a subscription keeps it; else the reader's."""
    return _asked(request) or get_language() or settings.LANGUAGE_CODE


def query_of(request: HttpRequest) -> str:
    """What belongs to the feed's own address."""
    asked = _asked(request)
    return f"?language={asked}" if asked else ""


def _asked(request: HttpRequest) -> str:
    asked = request.GET.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else ""


def tag(name: str) -> str:
    """An id that stays, wherever the pages move to (RFC 4151)."""
    return f"tag:{urlsplit(settings.SITE_URL).hostname or 'localhost'},{SINCE}:{name}"


def clean(text: str) -> str:
    """One line without what XML can't hold: control characters, half characters."""
    kept = (c if unicodedata.category(c) not in ("Cc", "Cs", "Cn") else " " for c in str(text))
    return one_line("".join(kept))


def write(feed: Feed, language: str) -> bytes:
    found = _Writer(
        title=clean(feed.title),
        link=_absolute(feed.path),
        description=None,
        subtitle=clean(feed.subtitle),
        language=language,
        author_name=settings.SITE_NAME,
        feed_url=_absolute(feed.own_path),
        feed_guid=tag(feed.tag),
    )
    found.moment = feed.updated
    for item in feed.items:
        title = clean(item.title)
        found.add_item(
            title=title if len(title) <= TITLE else title[: TITLE - 1] + "…",
            link=_absolute(item.path),
            description=format_html_join("", "<p>{}</p>", ((clean(line),) for line in item.told)),
            unique_id=tag(item.tag),
            pubdate=item.at,
            updateddate=item.at,
        )
    return found.writeString("utf-8").encode()


def answer(request: HttpRequest, feed: Feed) -> HttpResponse:
    """The feed, or that nothing has changed since the reader last asked."""
    language = get_language() or settings.LANGUAGE_CODE
    body = write(feed, language)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    modified = int(feed.updated.timestamp())
    response = HttpResponse(body, content_type="application/atom+xml; charset=utf-8")
    response["Content-Language"] = language
    response["Cache-Control"] = "no-cache"
    response["ETag"] = etag
    response["Last-Modified"] = http_date(modified)
    found = get_conditional_response(request, etag, modified, response)
    return cast(HttpResponse, found)


def _absolute(path: str) -> str:
    return str(settings.SITE_URL.rstrip("/")) + path
