"""What follows a change of position: sockets are nudged and bots are woken."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Match, Seat
from outbox.services import promise


def position_changed(match: Match, seats: Sequence[Seat]) -> None:
    """Whoever looks at the match should look again; a bot that owes should move."""
    nudge(match)
    if any(seat.owes and (seat.bot or seat.autopilot) for seat in seats):
        # No key: a second wake-up at the same ply finds the match moved on.
        promise(kind="bot-turn", payload={"match": match.code, "ply": match.ply})


def nudge(match: Match) -> None:
    promise(kind="nudge", payload={"match": match.code, "ply": match.ply})
