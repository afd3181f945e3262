"""Mail: the letter of the news, to the reader's confirmed address."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.urls import reverse

from accounts import emails, tokens
from accounts.models import User
from mail import services
from mail.letters import Letter
from mail.rendering import render
from notices.news import News
from outbox.errors import GiveUp
from outbox.models import Effect

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
        raise GiveUp("There is no confirmed address any more.")
    letter = news.letter() if news.letter is not None else plain(user, news)
    return services.send(effect, to=address, letter=letter)


def plain(user: User, news: News) -> Letter:
    """A short letter, for news that has no template of its own."""
    return compose(user, "notices/news", {"news": news}, kind=news.kind, thread=news.about)


def compose(
    user: User, template: str, context: dict[str, object], *, kind: str, thread: str = ""
) -> Letter:
    """A letter from its templates, with the way to stop its kind."""
    language = emails.language_for(user)
    stop = emails.absolute(reverse("unsubscribe", args=[tokens.unsubscribe(user, kind)]))
    body = render(template, {**context, "user": user, "unsubscribe_url": stop}, language)
    return Letter(
        subject=body.subject,
        text=body.text,
        html=body.html,
        language=language,
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
        thread=f"{thread or 'turns'}:{user.pk}",
    )
