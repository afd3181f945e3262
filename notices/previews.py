"""Samples of the mails about news (see `mail.previews`)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from mail.previews import register
from notices.news import News

STOP = f"{settings.SITE_URL}/unsubscribe/sample/"


def news(language: str) -> dict[str, Any]:
    with translation.override(language):
        sample = News(
            kind="channel",
            title=_("A notification channel was turned off"),
            text=_("%(channel)s was turned off: %(reason)s")
            % {"channel": _("Your webhook"), "reason": _("it hasn’t answered for a day.")},
            url=f"{settings.SITE_URL}/account/notifications/",
        )
    return {"news": sample, "unsubscribe_url": STOP}


def test(language: str) -> dict[str, Any]:
    return {"url": f"{settings.SITE_URL}/account/notifications/"}


register("notices/news", news)
register("notices/test", test)
