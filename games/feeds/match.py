"""A public match as a feed: its log as a spectator reads it, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Entry, Match
from games.names import seat_name
from games.news.turns import plain
from games.selectors.log import dated
from games.titles.naming import match_name
from games.titles.registry import presenter_of, title_of
from ops.atom import Feed, Item

TURNS = 50
LINES = 600  # of the log, enough for that many turns


def of_match(match: Match, query: str = "") -> Feed:
    """`match` with its seats at hand; who may ask for it was checked."""
    game = title_of(match.title).name
    people = ", ".join(seat_name(seat) for seat in match.seats.all())
    items = list(_items(match))[:TURNS]
    newest: datetime = items[0].at if items else match.started_at or match.created_at
    return Feed(
        tag=f"match/{match.code}",
        title=match_name(match),
        subtitle=_("%(game)s with %(others)s.") % {"game": game, "others": people},
        path=match.get_absolute_url(),
        own_path=reverse("match_feed", args=[match.code]) + query,
        updated=newest,
        items=items,
    )


def _items(match: Match) -> Iterator[Item]:
    """What one commit wrote was written at one moment, and is one item.

    Its id has that moment and the ply, never the entry's number: entries that a spectator may not
    read are counted too.
    """
    entries = dated(match, LINES)
    groups: list[tuple[datetime, list[Entry]]] = [
        (at, list(rows)) for at, rows in groupby(entries, key=lambda entry: entry.at)
    ]
    if len(entries) == LINES:
        groups.pop()  # perhaps only the end of a turn
    presenter = presenter_of(match.title)
    names = [seat_name(seat) for seat in match.seats.all()]
    for at, rows in groups:
        told = [plain(presenter.sentence(entry, names)) for entry in reversed(rows)]
        told = [text for text in told if text]
        if told:
            ply = rows[-1].ply
            yield Item(
                tag=f"match/{match.code}/{ply}/{int(at.timestamp() * 1_000_000)}",
                title=told[0],
                told=told,
                path=reverse("match_at", args=[match.code, min(rows[0].ply, match.ply)]),
                at=at,
            )
