"""News from the accounts: somebody asks to be friends, a channel was switched off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts import emails
from accounts.models import Friendship, User
from notices import kinds
from notices.channels import mail
from notices.kinds import Kind, Verdict
from notices.models import Notice, Reader
from notices.news import Line, News
from notices.services.tell import tell

FRIENDS, CHANNEL = "friends", "channel"


def friend_asked(row: Friendship) -> None:
    """Called by `accounts` when somebody asks."""
    data = {"who": str(row.asker), "asker": row.asker_id}
    tell(users=[row.asked_id], kind=FRIENDS, about=f"player:{row.asker_id}", data=data)


def _answered(user: User, notices: Sequence[Notice]) -> set[int]:
    """Requests that were taken back, accepted or declined."""
    waiting = set(
        Friendship.objects.filter(
            asked=user, asker__in=[n.data["asker"] for n in notices],
            accepted_at=None, declined_at=None,
        ).values_list("asker_id", flat=True)
    )  # fmt: skip
    return {n.pk for n in notices if n.data["asker"] not in waiting}


def _still_asked(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    return {pk: Verdict("already answered") for pk in _answered(reader.user, notices)}


def _friend_line(notice: Notice) -> Line:
    text = _("%(who)s wants to be your friend.") % {"who": notice.data["who"]}
    return Line(text, reverse("friends"), "users", done=notice.answered_at is not None)


def _friend_news(user: User, notices: Sequence[Notice]) -> News:
    who, url = notices[0].data["who"], emails.absolute(reverse("friends"))
    context: dict[str, object] = {"asker": who, "friends_url": url}
    return News(
        kind=FRIENDS,
        title=_("%(who)s wants to be your friend") % {"who": who},
        text=_("Accept or decline on your friends page."),
        url=url,
        about=notices[0].about,
        letter=lambda: mail.compose(user, "accounts/friend_request", context, kind=FRIENDS),
    )


# What a channel is called in a sentence about it.
CHANNELS = {
    "mail": lazy("E-mail"),
    "push": lazy("Push notifications"),
    "webhook": lazy("Your webhook"),
}


# Why one was switched off, by the word its app has for it.
REASONS = {
    "bounced": lazy("your address rejects our e-mails."),
    "complained": lazy("our e-mails were reported as spam."),
    "failing": lazy("it hasn’t answered for a day."),
}


def _channel_words(notice: Notice) -> str:
    name = CHANNELS.get(notice.data["channel"], notice.data["channel"])
    return _("%(channel)s was turned off: %(reason)s") % {
        "channel": name,
        "reason": REASONS.get(notice.data["reason"], notice.data["reason"]),
    }


def _channel_line(notice: Notice) -> Line:
    return Line(_channel_words(notice), reverse("notifications"), "info")


def _channel_news(user: User, notices: Sequence[Notice]) -> News:
    return News(
        kind=CHANNEL,
        title=_("A notification channel was turned off"),
        text=_channel_words(notices[0]),
        url=emails.absolute(reverse("notifications")),
    )


def mail_off(address: str, reason: str) -> None:
    """Called by `mail` when it stops writing to an address."""
    owner = emails.owner_of(address)
    if owner is not None:
        channel_off(user=owner.pk, channel="mail", reason=reason)


def channel_off(*, user: int, channel: str, reason: str) -> None:
    """Say on the site, and through the other channels, that one no longer works."""
    tell(users=[user], kind=CHANNEL, data={"channel": channel, "reason": reason})


def register() -> None:
    kinds.register(
        Kind(
            FRIENDS,
            lazy("Friend requests"),
            lazy("Someone wants to be your friend."),
            _friend_line,
            _friend_news,
            check=_still_asked,
            over=_answered,
            at_home=True,
        )
    )
    kinds.register(
        Kind(
            CHANNEL,
            lazy("Channels turned off"),
            "",
            _channel_line,
            _channel_news,
            on=frozenset({"mail", "push"}),
            switchable=False,
        )
    )
