"""What follows a change of position: sockets are nudged, bots and plans are woken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from django.db import transaction

from games.models import Match, Seat
from games.services import nudges
from outbox.services import promise


def position_changed(
    match: Match,
    seats: Sequence[Seat],
    what: str = nudges.TABLE,
    *,
    called: Collection[int] = (),
) -> None:
    """Whoever looks at the match should look again; a bot that owes should move.

    `called` are the seats whose turn has just come.
    """
    nudge(match, what, seats)
    if any(seat.owes and (seat.bot or seat.autopilot) for seat in seats):
        # No key: a second wake-up at the same ply finds the match moved on.
        promise(kind="bot-turn", payload={"match": match.code, "ply": match.ply})
    ready = (seat for seat in seats if seat.drafted and seat.user_id and not seat.autopilot)
    if any(seat.number in called for seat in ready):
        # Its turn came while a plan lay ready; whether to play it is the plan's to say.
        promise(kind="standing-plan", payload={"match": match.code, "ply": match.ply})


def nudge(match: Match, what: str = nudges.TABLE, seats: Sequence[Seat] = ()) -> None:
    """Tell open pages after the commit: those at the match, and the home pages of who sits there.

    Lost ones do no harm: pages also look by themselves.
    """
    people = sorted({seat.user_id for seat in seats if seat.user_id})
    transaction.on_commit(partial(nudges.send, match.code, match.ply, what, people))


def nudge_home(match: Match, user_id: int) -> None:
    """Somebody's own list changed, nothing at the table."""
    transaction.on_commit(partial(nudges.send, match.code, match.ply, nudges.HOME, [user_id]))
