"""What follows a change of position: pages are nudged, bots and plans woken, seats called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from games.models import Match, Seat
from games.selectors.seating import only_person
from games.services import nudges
from notices.models import Notice
from notices.services import tell as notices
from outbox.services import promise

# The kinds of news a match has; `games.news` words them.
TURN, HALF, SHORT = "turn", "half", "short"
STARTED, ENDED, TABLE = "started", "ended", "table"
INVITATION, LEFT, TAKE_BACK, MENTION = "invitation", "left", "takeback", "mention"


def owing(seats: Sequence[Seat]) -> frozenset[int]:
    """Who owes a decision: to be asked before a position changes, for `position_changed`."""
    return frozenset(seat.number for seat in seats if seat.owes)


def position_changed(
    match: Match,
    seats: Sequence[Seat],
    what: str = nudges.TABLE,
    *,
    before: Collection[int],
    again: Collection[int] = (),
) -> None:
    """Whoever looks at the match should look again; a bot that owes should move.

    `before` are the seats that owed until now. Those that owe only since are *called*: their turn
    has just come. A seat that goes on owing isn't, whoever plays for it from now on; but if it has
    moved and must decide `again`, or owes another thing than before, its player is told as well.
    """
    called = [seat for seat in seats if seat.owes and seat.number not in before]
    nudge(match, what, seats)
    if any(seat.owes and (seat.bot or seat.autopilot) for seat in seats):
        # No key: a second wake-up at the same ply finds the match moved on.
        promise(kind="bot-turn", payload={"match": match.code, "ply": match.ply})
    if any(seat.drafted and seat.user_id and not seat.autopilot for seat in called):
        # Its turn came while a plan lay ready; whether to play it is the plan's to say.
        promise(kind="standing-plan", payload={"match": match.code, "ply": match.ply})
    more = [s for s in seats if s.owes and s.number in {*again} & {*before}]
    _tell(match, seats, [*called, *more])
    if called:
        for path in settings.TURN_CALLED:
            import_string(path)(match, called)


def _tell(match: Match, seats: Sequence[Seat], called: Sequence[Seat]) -> None:
    """Turns become notices; whether and when somebody is mailed is for those to decide."""
    rows = [seat for seat in called if seat.user_id and not seat.autopilot]
    if match.hot_seat or not rows:
        return
    notices.record(
        [
            Notice(
                user_id=seat.user_id,
                kind=TURN,
                about=about(match),
                data={
                    **facts(match, seats),
                    "seat": seat.number,
                    "ply": match.ply,
                    "deadline": seat.deadline.isoformat() if seat.deadline else "",
                    **({"answer": True} if seat.answers else {}),
                    "since": _since(match, seat).isoformat(),
                },
            )
            for seat in rows
            if seat.user_id  # for the type checker
        ]
    )


def _since(match: Match, seat: Seat) -> datetime:
    """When the seat's clock began: with the turn before, if it moves twice in a row."""
    return (
        timezone.now()
        if seat.deadline is None
        else seat.deadline - match.pace.lasts(guest=seat.is_guest, answer=seat.answers)
    )


def about(match: Match) -> str:
    return f"match:{match.code}"


def facts(match: Match, seats: Sequence[Seat] = ()) -> dict[str, str | int]:
    """What every notice about a match can be worded with.

    A match against computers alone is named after its one player, who is the reader.
    """
    found: dict[str, str | int] = {"match": match.code, "title": match.title, "name": match.name}
    if not match.name and not match.is_open and only_person(match, seats) is not None:
        found["computers"] = len(seats) - 1
    return found


def tell(
    match: Match,
    kind: str,
    seats: Iterable[Seat],
    *,
    but: int | None = None,
    **data: str | int,
) -> None:
    """News about a match for the people in these seats, except whoever caused it."""
    rows = list(seats)
    people = {s.user_id for s in rows if s.user_id and not s.autopilot and s.user_id != but}
    if people and not match.hot_seat:
        told = {**facts(match, rows), **data}
        notices.tell(users=people, kind=kind, about=about(match), data=told)


def nudge(match: Match, what: str = nudges.TABLE, seats: Sequence[Seat] = ()) -> None:
    """Tell open pages after the commit: those at the match, and the home pages of who sits there.

    Lost ones do no harm: pages also look by themselves.
    """
    people = sorted({seat.user_id for seat in seats if seat.user_id})
    transaction.on_commit(partial(nudges.send, match.code, match.ply, what, people))


def nudge_draft(match: Match, seat: Seat, at: str) -> None:
    """Other windows of whoever drafts show the same draft."""
    if seat.user_id:
        people = [seat.user_id]
        transaction.on_commit(partial(nudges.send, match.code, match.ply, nudges.DRAFT, people, at))


def nudge_home(match: Match, user_id: int) -> None:
    """Somebody's own list changed, nothing at the table."""
    transaction.on_commit(partial(nudges.send, match.code, match.ply, nudges.HOME, [user_id]))
