"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from pages.counts import Counts, counts

THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"


def theme_of(request: HttpRequest) -> str:
    """The reader's theme: the account's choice, else the cookie's, else the device's."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        chosen = user.theme
    else:
        chosen = request.COOKIES.get(THEME_COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def parts_shown() -> bool:
    """The page of all components is for those who build the site."""
    return bool(settings.DEBUG or settings.PROFILE == "embedded")


def site(request: HttpRequest) -> dict[str, Any]:
    user = getattr(request, "user", None)
    found = counts(user) if user and user.is_authenticated else Counts()
    return {
        "site_name": settings.SITE_NAME,
        "contact_email": settings.CONTACT_EMAIL,
        "demo": settings.DEMO,
        "debug_parts": parts_shown(),
        "theme": theme_of(request),
        "patterns": bool(getattr(user, "patterns", False)),
        "waiting_turns": found.waiting,
        "unread": found.unread,
    }
