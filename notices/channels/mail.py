"""Mail: the letter of the news, to the reader's confirmed address."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts import emails, tokens
from accounts.models import User
from mail import rendering, services, throttle
from mail.errors import AddressIsOff
from mail.letters import Image, Letter
from notices import kinds
from notices.errors import Unreachable
from notices.news import News
from outbox.models import Effect

ACCEPTED = "accepted by the mail server"
# The same as `reaches` below, of one player, for pages that say how somebody will be told.
REACHES = (
    "SELECT 1 FROM account_emailaddress JOIN accounts_user ON accounts_user.id = user_id "
    "WHERE user_id = %s AND verified AND NOT is_guest"
)


def reaches(users: set[int]) -> set[int]:
    found = EmailAddress.objects.filter(user__in=users, verified=True, user__is_guest=False)
    return set(found.values_list("user_id", flat=True))


def send(effect: Effect, user: User, news: News) -> str:
    address = emails.primary_address(user)
    if not address:
        raise Unreachable("no confirmed address")
    throttle.take(effect, address)  # before a picture is drawn in vain
    letter = news.letter() if news.letter is not None else plain(user, news)
    try:
        services.send(effect, to=address, letter=letter, remembered=_remembered(effect))
    except AddressIsOff as off:
        raise Unreachable(f"the address is off: {off.reason}") from off
    return ACCEPTED


def _remembered(effect: Effect) -> dict[str, object]:
    """What "download my data" tells of a mail once it's sent."""
    return {**effect.payload, "template": f"notices/{effect.payload['kind']}"}


def plain(user: User, news: News) -> Letter:
    """A short letter, for news that has no template of its own."""
    return compose(user, "notices/news", {"news": news}, kind=news.kind, thread=news.about)


def compose(
    user: User,
    template: str,
    context: dict[str, object],
    *,
    kind: str,
    thread: str = "",
    images: tuple[Image, ...] = (),
) -> Letter:
    """A letter from its templates, with the way to stop its kind if there is one."""
    return rendering.compose(
        template,
        {**context, "user": user},
        emails.language_for(user),
        unsubscribe_url=stop_link(user, kind),
        images=images,
        # One thread for each match; mails about several make one for the reader.
        thread=f"{thread or 'turns'}:{user.pk}",
    )


def stop_link(user: User, key: str) -> str:
    """One click ends mails of this kind. Empty if it can't be switched off: it would lie."""
    kind = kinds.find(key)
    if kind is None or not kind.switchable:
        return ""
    return emails.absolute(reverse("unsubscribe", args=[tokens.unsubscribe(user, key)]))
