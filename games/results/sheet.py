"""The score sheet of a finished match and what decided its places. Reads only."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.models import Match, Seat
from games.names import seat_name
from games.titles.registry import title_of


@dataclass
class Line:
    label: object
    points: list[int]
    best: int


@dataclass
class Sheet:
    seats: list[Seat]  # in order of places
    names: list[str]
    lines: list[Line] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)  # how equal scores were told apart

    @property
    def columns(self) -> list[tuple[Seat, str]]:
        return list(zip(self.seats, self.names, strict=True))

    @property
    def winners(self) -> list[str]:
        return [name for seat, name in self.columns if seat.place == 1]


def sheet_of(match: Match) -> Sheet:
    seats = sorted(match.seats.all(), key=lambda s: (s.place or 99, -(s.score or 0), s.number))
    found = Sheet(seats, [seat_name(seat) for seat in seats])
    title = title_of(match.title)
    known = list(title.lines)
    keys = {key for s in seats if s.sheet for key in s.sheet["lines"]}
    # A database may give the lines back in any order; the title knows the one to read them in.
    for key in sorted(keys, key=lambda k: (known.index(k) if k in known else len(known), k)):
        points = [(s.sheet or {"lines": {}})["lines"].get(key, 0) for s in seats]
        found.lines.append(Line(title.lines.get(key, key), points, max(points)))
    for ahead, behind in itertools.pairwise(seats):
        if sentence := _tie(match, ahead, behind):
            found.ties.append(sentence)
    return found


def _tie(match: Match, ahead: Seat, behind: Seat) -> str:
    """Why one of two neighbours in the ranking stands before the other, if points do not say."""
    names = {"first": seat_name(ahead), "second": seat_name(behind)}
    if behind.autopilot and not ahead.autopilot and (behind.score or 0) >= (ahead.score or 0):
        return _("%(second)s left the match and finishes last, whatever the score.") % names
    if ahead.score != behind.score or ahead.autopilot or behind.autopilot:
        return ""
    if ahead.place == behind.place:
        return _("%(first)s and %(second)s are tied on everything and share the place.") % names
    title = title_of(match.title)
    ours, theirs = (s.sheet["tiebreaks"] if s.sheet else [] for s in (ahead, behind))
    for index, (more, less) in enumerate(zip(ours, theirs, strict=False)):
        if more != less:
            what = title.tiebreaks[index] if index < len(title.tiebreaks) else _("the tie-break")
            return _(
                "Tied on points: %(first)s is ahead of %(second)s on %(what)s, %(more)d to "
                "%(less)d."
            ) % {**names, "what": what, "more": more, "less": less}
    return ""
