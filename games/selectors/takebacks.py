"""Which turn could be taken back, and why not. Nothing here writes."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from games.errors import NotAllowed
from games.models import Match, Ply, Seat
from games.selectors.positions import speaks


def target(match: Match, seat: Seat) -> int:
    """The ply before the last turn this seat confirmed. Raises NotAllowed if it can't go back."""
    if match.take_backs == Match.TakeBacks.NEVER or match.hot_seat:
        raise NotAllowed("no-take-backs")
    standing = Ply.objects.filter(match=match, taken_back=False, number__gt=match.origin_ply)
    revealed = standing.filter(number__gte=OuterRef("turn"), barrier=True)
    refused = match.take_back_requests.filter(
        granted=False, closed_at__isnull=False, seat=seat.number, to_ply=OuterRef("turn") - 1
    )
    own = standing.filter(seat=seat.number).order_by("-number")
    last = own.values_list("turn", Exists(revealed), Exists(refused)).first()
    if last is None or not speaks(match):
        raise NotAllowed("nothing-to-take-back")
    first, is_revealed, is_refused = last
    if is_revealed:
        raise NotAllowed("behind-a-barrier")
    if is_refused:
        raise NotAllowed("take-back-refused")
    return first - 1


def offered(match: Match, seat: Seat) -> bool:
    """Is there a turn to ask about? One statement, and none before the seat's first turn."""
    if seat.seen_ply <= match.origin_ply:  # has confirmed none by the present rules
        return False
    try:
        target(match, seat)
    except NotAllowed:
        return False
    return True
