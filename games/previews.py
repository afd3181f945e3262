"""Samples of the mails about matches (see `mail.previews`)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from games.models import Match
from games.titles.registry import title_of
from mail.previews import register


def invitation(language: str) -> dict[str, Any]:
    match = Match(title="nauticus", size=3)
    return {
        "sender": "Bob",
        "match": match,
        "title": title_of(match.title).name,
        "url": f"{settings.SITE_URL}/invitation/sample/",
        "until": datetime(2026, 11, 25, 9, 30, tzinfo=UTC),
        "to_player": False,
        "unsubscribe_url": f"{settings.SITE_URL}/unsubscribe/sample/",
    }


register("games/invitation", invitation)
