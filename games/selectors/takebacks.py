"""Which turn could be taken back, and why not. Nothing here writes."""

from __future__ import annotations

from typing import NamedTuple

from games.errors import NotAllowed
from games.models import Match, Ply, Seat
from games.selectors.positions import speaks
from ops.sql import Rows

# Every look at a running match asks for it. The numbers are compared as `target` does.
OUTLOOK = Rows(
    Seat,
    "WHERE games_seat.id = %s",
    only=("id",),
    extra={
        "asked": """EXISTS (SELECT 1 FROM games_takeback t WHERE t.match_id = games_seat.match_id
            AND t.closed_at IS NULL AND t.at_ply = %s)""",
        "first": """(SELECT p.turn FROM games_ply p WHERE p.match_id = games_seat.match_id
            AND p.seat = games_seat.number AND NOT p.taken_back AND p.number > %s
            ORDER BY p.number DESC LIMIT 1)""",
        "revealed": """(SELECT p.number FROM games_ply p WHERE p.match_id = games_seat.match_id
            AND p.barrier AND NOT p.taken_back ORDER BY p.number DESC LIMIT 1)""",
        "refused": """(SELECT MAX(t.to_ply) FROM games_takeback t
            WHERE t.match_id = games_seat.match_id AND t.seat = games_seat.number
            AND NOT t.granted AND t.closed_at IS NOT NULL)""",
    },
)


class Outlook(NamedTuple):
    asked: bool  # a request is open in this position
    offered: bool  # this seat could ask


def target(match: Match, seat: Seat) -> int:
    """The ply before the last turn this seat confirmed. Raises NotAllowed if it can't go back."""
    if match.take_backs == Match.TakeBacks.NEVER or match.hot_seat:
        raise NotAllowed("no-take-backs")
    standing = Ply.objects.filter(match=match, taken_back=False, number__gt=match.origin_ply)
    own = standing.filter(seat=seat.number).order_by("-number")
    first = own.values_list("turn", flat=True).first()
    if first is None or not speaks(match):
        raise NotAllowed("nothing-to-take-back")
    if standing.filter(number__gte=first, barrier=True).exists():
        raise NotAllowed("behind-a-barrier")
    refused = match.take_back_requests.filter(granted=False, closed_at__isnull=False)
    if refused.filter(seat=seat.number, to_ply=first - 1).exists():
        raise NotAllowed("take-back-refused")
    return first - 1


def outlook(match: Match, seat: Seat) -> Outlook:
    """Both questions of every look at a match in one statement."""
    if match.take_backs == Match.TakeBacks.NEVER or match.hot_seat:
        return Outlook(asked=False, offered=False)
    (found,) = OUTLOOK.fetch(match.ply, match.origin_ply, seat.pk)
    first, revealed, refused = found.first, found.revealed, found.refused  # type: ignore[attr-defined]
    offered = (
        first is not None
        and speaks(match)
        and (revealed is None or revealed < first)
        and (refused is None or refused != first - 1)
    )
    return Outlook(asked=bool(found.asked), offered=offered)  # type: ignore[attr-defined]
