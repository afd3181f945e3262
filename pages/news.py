"""The site's news: what players can do now that they couldn't before, newest first.

A new item goes on top. Its key is part of its address and its id in the feed: it never changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from ops.atom import Feed, Item


@dataclass(frozen=True)
class News:
    key: str
    on: date
    title: Promise
    text: Promise

    @property
    def at(self) -> datetime:
        return datetime.combine(self.on, time(), UTC)


NEWS = (
    News(
        "feeds",
        date(2026, 11, 18),
        lazy("Your deadlines in your calendar"),
        lazy(
            "Subscribe to your deadlines in the calendar app you already use; the private address "
            "is in your notification settings. Every public match has an Atom feed, and so does "
            "this page."
        ),
    ),
    News(
        "turn-mail",
        date(2026, 11, 18),
        lazy("An e-mail when it’s your turn"),
        lazy(
            "One e-mail covers all your waiting matches. Choose when it’s sent, set quiet hours "
            "and mute individual matches. You won’t get another until you’ve taken a turn."
        ),
    ),
    News(
        "plans",
        date(2026, 11, 17),
        lazy("Plan your turn ahead"),
        lazy(
            "Prepare your next turn while others are playing. If it’s still possible at the same "
            "cost, it’s played for you when your turn comes."
        ),
    ),
    News(
        "replay",
        date(2026, 11, 17),
        lazy("Look back at every move"),
        lazy(
            "Every match has a full log, a replay you can step through, a result page with its key "
            "turns, and a record you can download and check for fairness."
        ),
    ),
    News(
        "first-game",
        date(2026, 11, 16),
        lazy("Nauticus is ready to play"),
        lazy(
            "Play with friends by correspondence, practise against the computer, pass one device "
            "around, or learn the game in a guided first match."
        ),
    ),
)


def feed(query: str = "") -> Feed:
    page = reverse("news")
    return Feed(
        tag="news",
        title=_("News"),
        subtitle=_("What’s new on the site."),
        path=page,
        own_path=reverse("news_feed") + query,
        updated=NEWS[0].at,
        items=[
            Item(f"news/{one.key}", str(one.title), [str(one.text)], f"{page}#{one.key}", one.at)
            for one in NEWS
        ],
    )
