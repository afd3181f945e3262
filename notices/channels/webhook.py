"""Webhook: an address of the player's own is called, in a form that Discord, Slack or they read."""

from __future__ import annotations

import hashlib
import hmac
import json
import time

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from notices.channels.wording import for_discord, for_slack, harmless, short
from notices.errors import Unreachable
from notices.models import Webhook
from notices.news import News
from notices.services import hooks
from ops import outward
from ops.lines import one_line
from outbox.errors import GiveUp
from outbox.models import Effect

SIGNATURE = "X-Nauticus-Signature"
TITLE, TEXT = 200, 1200  # characters; Discord takes 2000 in all
NO_PREVIEWS = 4  # Discord's flag against showing what a link leads to
# Trying again may help: too early, too often, or their server has trouble.
PASSING = {408, 425, 429}


class Failed(Exception):
    """It may work later. The text is a status that `outward.in_words` knows."""


# The same as `reaches` below, of one player, for pages that say how somebody will be told.
REACHES = "SELECT 1 FROM notices_webhook WHERE user_id = %s AND off_at IS NULL"


def reaches(users: set[int]) -> set[int]:
    found = Webhook.objects.filter(user__in=users, off_at=None, user__is_guest=False)
    return set(found.values_list("user_id", flat=True))


def send(effect: Effect, user: User, news: News) -> str:
    hook = Webhook.objects.filter(user=user, off_at=None).first()
    if hook is None:
        raise Unreachable("there is no webhook any more")
    return call(hook, news)


def call(hook: Webhook, news: News, *, timeout: float = outward.TOTAL_SECONDS) -> str:
    """One attempt, and what became of it in the hook's own row."""
    body = compose(hook.preset, news)
    headers = {"Content-Type": "application/json; charset=utf-8"}
    if hook.preset == Webhook.Preset.JSON:
        headers[SIGNATURE] = signature(hook.secret, body, int(time.time()))
    try:
        answer = outward.post(hook.url, body=body, headers=headers, timeout=timeout)
    except outward.Refused as refused:
        hooks.failed(hook=hook, status=refused.code)
        if refused.code == "unresolved":
            raise Failed(refused.code) from None
        raise GiveUp(refused.code) from None
    except outward.Unreachable as trouble:
        hooks.failed(hook=hook, status=str(trouble))
        raise Failed(str(trouble)) from None
    status = f"HTTP {answer.status}"
    if answer.ok:
        hooks.succeeded(hook=hook, status=status)
        return status
    hooks.failed(hook=hook, status=status)
    if answer.status in PASSING or answer.status >= 500:
        raise Failed(status)
    raise GiveUp(status)  # a redirect, or a request they'll never take


def signature(secret: str, body: bytes, at: int) -> str:
    """Proves that it's from us and when it was sent, so that nobody can send it again later."""
    signed = f"{at}.".encode() + body
    return f"t={at},v1={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


def compose(preset: str, news: News) -> bytes:
    title, text = short(one_line(news.title), TITLE), short(news.text.strip(), TEXT)
    if preset == Webhook.Preset.DISCORD:
        data = _discord(title, text, news.url)
    elif preset == Webhook.Preset.SLACK:
        data = _slack(title, text, news.url)
    else:
        data = _own(title, text, news)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _discord(title: str, text: str, url: str) -> dict[str, object]:
    parts = [f"**{for_discord(title)}**", for_discord(text), url]
    content = "\n".join(part for part in parts if part)
    if len(content) > 2000:  # all marks and no letters
        content = f"{_('News from your matches')}\n{url}"
    return {"content": content, "allowed_mentions": {"parse": []}, "flags": NO_PREVIEWS}


def _slack(title: str, text: str, url: str) -> dict[str, object]:
    parts = [for_slack(title), for_slack(text), f"<{url}>"]
    content = "\n".join(part for part in parts if part)
    return {"text": content, "mrkdwn": False, "unfurl_links": False, "unfurl_media": False}


def _own(title: str, text: str, news: News) -> dict[str, object]:
    thing, _colon, code = news.about.partition(":")
    return {
        "kind": news.kind,
        "title": harmless(title),
        "text": harmless(text),
        "url": news.url,
        "match": code if thing == "match" else None,
        "deadline": news.until.isoformat() if news.until else None,
        "site": settings.SITE_URL,
    }
