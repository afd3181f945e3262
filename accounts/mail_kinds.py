"""The kinds of mail a player may switch on and off.

An app that sends a new kind adds it here or calls `register` from its AppConfig.ready().
Mails about the safety of an account are not in this list: they are always sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


@dataclass(frozen=True)
class MailKind:
    key: str
    label: Any  # lazy strings
    help: Any
    default: bool


_kinds: dict[str, MailKind] = {}


def register(kind: MailKind) -> None:
    _kinds[kind.key] = kind


def every() -> Iterable[MailKind]:
    return _kinds.values()


def find(key: str) -> MailKind | None:
    return _kinds.get(key)


def wanted(user: User, key: str) -> bool:
    return bool(user.mail_choices.get(key, _kinds[key].default))


for _kind in (
    MailKind("turn", _("Your turn"), _("When a match waits for you."), True),
    MailKind("match", _("Matches"), _("When a match of yours starts or ends."), True),
    MailKind("friends", _("Friends"), _("When somebody wants to be your friend."), True),
    MailKind("news", _("News"), _("New games and changes on the site, a few times a year."), False),
):
    register(_kind)
