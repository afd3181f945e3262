"""What the platform did to a match, as sentences of the log; the same for every title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.core.types import Event
from games.models import Entry
from games.selectors.scenes import Line

Text = SafeString | str


def _left(who: object, d: dict[str, Any]) -> Text:
    return format_html(_("{who} left the match and finishes last."), who=who)


def _timeout(who: object, d: dict[str, Any]) -> Text:
    return format_html(_("{who} ran out of time and finishes last."), who=who)


def _lapse(who: object, d: dict[str, Any]) -> Text:
    return format_html(_("{who} didn’t answer in time."), who=who)


def _takeback(who: object, d: dict[str, Any]) -> Text:
    return format_html(
        _("Everyone agreed: {who} takes back a turn. Play continues after move {ply}."),
        who=who,
        ply=d["to"],
    )


def _rebase(who: object, d: dict[str, Any]) -> Text:
    return _("The site’s rules were corrected. The match continues from this position.")


TELLERS: Final[dict[str, Callable[[object, dict[str, Any]], Text]]] = {
    "!left": _left,
    "!timeout": _timeout,
    "!lapse": _lapse,
    "!takeback": _takeback,
    "!rebase": _rebase,
}


def is_platform(entry: Entry | Line | Event) -> bool:
    return entry.kind.startswith("!")


def sentence(entry: Entry | Line | Event, names: Sequence[str]) -> Text:
    """A platform entry in words; "" for one that an older or newer site wrote."""
    teller = TELLERS.get(entry.kind)
    who = format_html("<b>{}</b>", names[entry.seat]) if entry.seat >= 0 else ""
    return teller(who, entry.data) if teller else ""
