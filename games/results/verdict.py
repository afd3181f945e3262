"""Who won a finished match, and by what, for the page it was played on. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Seat
from games.names import listed, seat_name
from games.results.sheet import Sheet, sheet_of


@dataclass(frozen=True)
class Verdict:
    head: str
    by: str = ""


def verdict(match: Match, viewer: Seat | None = None) -> Verdict | None:
    """None unless there are places to tell. `viewer` is called "you"."""
    if match.status != Match.Status.FINISHED:
        return None
    sheet = sheet_of(match)
    winners = [seat for seat in sheet.seats if seat.place == 1]
    if not winners:
        return None
    if len(winners) > 1:
        names = listed([seat_name(seat) for seat in winners])
        return Verdict(_("{who} share first place").format(who=names), "".join(sheet.ties[:1]))
    winner, others = winners[0], sheet.seats[1:]
    you = viewer is not None and winner.pk == viewer.pk and not match.hot_seat
    if others[0].autopilot:
        return Verdict(_won(winner, you), _gone(others))
    second = others[0]
    lead = (winner.score or 0) - (second.score or 0)
    if not lead:
        text = _("You won on the tie-break") if you else _("{who} won on the tie-break")
        return Verdict(text.format(who=seat_name(winner)), "".join(sheet.ties[:1]))
    if you:
        text = ngettext("You won by {n} point", "You won by {n} points", lead)
    else:
        text = ngettext("{who} won by {n} point", "{who} won by {n} points", lead)
    return Verdict(text.format(who=seat_name(winner), n=lead), _widest(sheet, second))


def _won(winner: Seat, you: bool) -> str:
    return _("You won") if you else _("{who} won").format(who=seat_name(winner))


def _gone(others: list[Seat]) -> str:
    """Everybody else left: the score doesn't matter then."""
    return _("Left the match: {who}.").format(who=listed([seat_name(seat) for seat in others]))


def _widest(sheet: Sheet, second: Seat) -> str:
    """Where the winner was furthest ahead of the next best."""
    if not sheet.lines:
        return ""
    line = max(sheet.lines, key=lambda line: line.points[0] - line.points[1])
    return _("Biggest lead over {who}: “{what}”, {more} to {less}.").format(
        who=seat_name(second), what=line.label, more=line.points[0], less=line.points[1]
    )
