"""The kinds of news there are. A new kind is one registration, in the app that has the news.

A kind says what it's called in the preferences, which channels tell it unless the reader chose
otherwise, how it reads in the site's list, and how a message about it is composed. Functions are
given, not sentences: everything is worded when it's read, in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from notices.news import Line, News

if TYPE_CHECKING:
    from accounts.models import User
    from notices.models import Notice, Reader


@dataclass(frozen=True)
class Verdict:
    """What checking a notice right before it's sent found."""

    reason: str = ""  # why it must not be sent any more
    later: datetime | None = None  # or not before then

    @property
    def send(self) -> bool:
        return not self.reason and self.later is None


SEND = Verdict()
Check = Callable[["Reader", Sequence["Notice"], datetime], dict[int, Verdict]]


def unchanged(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    """News that stays true, whatever happens meanwhile."""
    return {}


def nothing_more(notice: Notice) -> Sequence[Notice]:
    return ()


def always(user: User, since: datetime) -> bool:
    return True


def never_over(user: User, notices: Sequence[Notice]) -> set[int]:
    return set()


@dataclass(frozen=True)
class Kind:
    key: str
    label: Any  # lazy strings
    help: Any
    line: Callable[[Notice], Line]
    # One message about all of them. None: there's nothing to say after all.
    compose: Callable[[User, Sequence[Notice]], News | None]
    on: frozenset[str] = field(default_factory=lambda: frozenset({"mail", "push", "webhook"}))
    # Asked under the reader's lock, right before sending: verdicts by notice; none means send.
    check: Check = unchanged
    together: bool = False  # all that wait make one mail, when the reader chose to be told
    acted: Callable[[User, datetime], bool] = always  # since the last such mail, so another may go
    follows: Callable[[Notice], Sequence[Notice]] = nothing_more  # what will be news later
    switchable: bool = True
    ahead: bool = False  # said beforehand: checked when its time comes, for the site's list too
    # Which of them need nothing more from the player, whether or not somebody was told.
    over: Callable[[User, Sequence[Notice]], set[int]] = never_over
    reminder: bool = False  # of other news: never counted as unread, gone when that is over
    at_home: bool = False  # the player's home shows by itself what it's about


_kinds: dict[str, Kind] = {}
# Names that stand in old unsubscribe links.
FORMER = {"match": ("started", "ended"), "news": ()}


def register(kind: Kind) -> None:
    _kinds[kind.key] = kind


def every() -> Iterable[Kind]:
    return _kinds.values()


def find(key: str) -> Kind | None:
    return _kinds.get(key)


def named(key: str) -> tuple[Kind, ...]:
    """The kinds a link means, also one that was sent before kinds got their present names."""
    if key in FORMER:
        return tuple(_kinds[name] for name in FORMER[key] if name in _kinds)
    return (_kinds[key],) if key in _kinds else ()


def wanted(reader: Reader, key: str, channel: str) -> bool:
    kind = _kinds[key]
    if not kind.switchable:
        return channel in kind.on
    return bool(reader.switches.get(key, {}).get(channel, channel in kind.on))
