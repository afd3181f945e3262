"""Which turn could be taken back, and why not. Nothing here writes."""

from __future__ import annotations

from games.errors import NotAllowed
from games.models import Match, Ply, Seat
from games.selectors.positions import speaks


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
