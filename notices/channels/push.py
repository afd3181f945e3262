"""Web Push: every browser that somebody has asked to be told in.

`pywebpush` encrypts; the message goes out through the one guarded client, because a push service
is an address that a browser gave us, or somebody who pretended to be one.
"""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from notices import vapid
from notices.channels.wording import short
from notices.errors import Unreachable
from notices.models import PushSubscription
from notices.news import News
from notices.services import pushes
from ops import outward
from ops.lines import one_line
from outbox.errors import GiveUp
from outbox.models import Effect

SHORTEST, USUAL, LONGEST = timedelta(hours=1), timedelta(days=3), timedelta(days=28)
URGENT = timedelta(hours=12)  # less is left than this: wake the device
TITLE, TEXT = 120, 500  # characters; all of it must fit into 4096 bytes, encrypted
GONE = {404, 410}
PASSING = {408, 425, 429}


class Failed(Exception):
    """No push service took it, but one may later."""


# The same as `reaches` below, of one player; without keys this channel isn't registered.
REACHES = "SELECT 1 FROM notices_pushsubscription WHERE user_id = %s"


def reaches(users: set[int]) -> set[int]:
    if not vapid.enabled():
        return set()
    found = PushSubscription.objects.filter(user__in=users)
    return set(found.values_list("user_id", flat=True))


def send(effect: Effect, user: User, news: News) -> str:
    if not vapid.enabled():
        raise Unreachable("push has no key")
    rows = list(PushSubscription.objects.filter(user=user).order_by("pk"))
    if not rows:
        raise Unreachable("no browser takes pushes any more")
    content, how = payload(news), headers(news)
    said = [_push(row, content, how) for row in rows]
    # One that took it is enough: trying again would tell the others twice.
    if "taken" in said:
        return f"{said.count('taken')}/{len(said)}"
    if "later" in said:
        raise Failed("no push service could be reached")
    raise GiveUp("no push service took it")


def _push(row: PushSubscription, content: bytes, how: dict[str, str]) -> str:
    """What became of it: taken, later (it may work then), refused or gone."""
    try:
        body = encrypt(row, content)
        sent = {**how, "Authorization": vapid.authorization(row.endpoint)}
        answer = outward.post(row.endpoint, body=body, headers=sent)
    except outward.Refused as refused:
        if refused.code == "unresolved":
            pushes.failed(row)
            return "later"
        pushes.forget(row)  # its name leads inside now, or always did
        return "gone"
    except outward.Unreachable:
        pushes.failed(row)
        return "later"
    if answer.ok:
        pushes.succeeded(row)
        return "taken"
    if answer.status in GONE:
        pushes.forget(row)
        return "gone"
    pushes.failed(row)
    return "later" if answer.status in PASSING or answer.status >= 500 else "refused"


def encrypt(row: PushSubscription, content: bytes) -> bytes:
    from pywebpush import WebPusher  # brings two HTTP libraries along; only workers need it

    keys = {"p256dh": row.p256dh, "auth": row.auth}
    made = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(content, "aes128gcm")
    if made is None:
        raise ValueError("nothing to encrypt")
    return bytes(made["body"])


def payload(news: News) -> bytes:
    """Names the match and opens it; the worker in the browser reads this."""
    data = {
        "title": short(one_line(news.title), TITLE),
        "body": short(one_line(news.text), TEXT),
        "url": path_of(news.url),
        "tag": news.about.replace(":", "-") or news.kind,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def path_of(url: str) -> str:
    """A page of this site; anything else is the home page."""
    ours, parts = urlsplit(settings.SITE_URL), urlsplit(url)
    if (parts.scheme, parts.netloc) not in ((ours.scheme, ours.netloc), ("", "")):
        return "/"
    if not parts.path.startswith("/") or parts.path.startswith("//"):
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")


def headers(news: News) -> dict[str, str]:
    now = timezone.now()
    left = (news.until - now) if news.until else USUAL
    keep = min(max(left, SHORTEST), LONGEST)
    # Of two that wait for a sleeping device, the newer about the same match takes the place of
    # the older. The service learns no match's code by it.
    topic = salted_hmac("notices.push.topic", news.about or news.kind, algorithm="sha256").digest()
    return {
        "TTL": str(int(keep.total_seconds())),
        "Urgency": "high" if news.until and left < URGENT else "normal",
        "Topic": base64.urlsafe_b64encode(topic).decode()[:32],
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
    }
