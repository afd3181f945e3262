"""Is it still news? Asked under the reader's lock, right before somebody is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import F, Max, Q

from accounts.models import User
from games.models import Draft, Invitation, Match, Ply, Seat, TakeBack
from games.selectors.plans import stopped
from games.services import effects
from notices import presence, timing
from notices.kinds import Verdict
from notices.models import Notice, Reader
from notices.selectors import wish_of

MOVED, ENDED, GONE = "already moved", "the match is over", "no longer at the table"
LOOKING = "open in front of them"


def waiting_seats(user: User, codes: Iterable[str]) -> dict[str, Seat]:
    """Where this player owes a decision, by match."""
    rows = Seat.objects.filter(
        user=user, owes=True, autopilot=False, match__code__in=set(codes),
        match__status=Match.Status.RUNNING,
    ).select_related("match")  # fmt: skip
    return {seat.match.code: seat for seat in rows}


def turns(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    """Turns that still wait, of players who aren't looking at them and whose plan won't play."""
    found = _still_waiting(reader.user, notices)
    here = presence.looking_at(reader.user.pk, {n.about for n in notices})
    for notice in notices:
        if notice.pk in found:
            continue
        if notice.about in here:
            # The delay begins anew once the page is closed or out of sight.
            found[notice.pk] = Verdict(later=now + timing.delay(wish_of(reader)))
        elif _plan_may_play(reader.user, notice.data["match"]):
            found[notice.pk] = Verdict(later=now + timing.AGAIN)
    return found


def alarms(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    """The same turn still waits, and its time is as far gone as the alarm says."""
    found = _still_waiting(reader.user, notices)
    seats = waiting_seats(reader.user, {n.data["match"] for n in notices})
    for notice in notices:
        if notice.pk in found:
            continue
        seat = seats[notice.data["match"]]
        if seat.deadline is None:
            found[notice.pk] = Verdict("no deadline any more")
            continue
        if _called_again(notice):
            found[notice.pk] = Verdict("a later turn")
            continue
        since = datetime.fromisoformat(notice.data["since"])
        at = timing.alarm_at(since, seat.deadline, notice.data["share"] / 100)
        if at > now:  # the deadline has moved
            found[notice.pk] = Verdict(later=at)
        elif seat.deadline <= now:
            found[notice.pk] = Verdict("the time is up")
    return found


def _called_again(alarm: Notice) -> bool:
    """A turn that was taken back came anew, with alarms of its own."""
    turns = Notice.objects.filter(user=alarm.user_id, kind=effects.TURN, about=alarm.about)
    # By number, not by time: a notice is written a moment after its deadline was reckoned.
    return turns.filter(pk__gt=alarm.data["turn"]).exists()


def _still_waiting(user: User, notices: Sequence[Notice]) -> dict[int, Verdict]:
    seats = waiting_seats(user, {n.data["match"] for n in notices})
    found: dict[int, Verdict] = {}
    for notice in notices:
        seat = seats.get(notice.data["match"])
        if seat is None:
            found[notice.pk] = Verdict(_why_not(user, notice))
        elif _played_since(seat, notice):
            found[notice.pk] = Verdict(MOVED)
    return found


def turns_over(user: User, notices: Sequence[Notice]) -> set[int]:
    """Turns that need nothing more: taken, or the match is over. Two statements for any number."""
    seats = waiting_seats(user, {n.data["match"] for n in notices})
    mine = Q(pk=None)
    for seat in seats.values():
        mine |= Q(match=seat.match_id, seat=seat.number)
    last: dict[str, int] = {}
    if seats:
        plies = Ply.objects.filter(mine, taken_back=False).values("match__code")
        last = dict(plies.annotate(last=Max("number")).values_list("match__code", "last"))
    newest: dict[str, int] = {}
    for notice in notices:
        code = notice.data["match"]
        newest[code] = max(newest.get(code, 0), notice.pk)
    return {
        notice.pk
        for notice in notices
        if (code := notice.data["match"]) not in seats
        or newest[code] != notice.pk
        or last.get(code, -1) > notice.data["ply"]
    }


def _why_not(user: User, notice: Notice) -> str:
    match = Match.objects.filter(code=notice.data["match"]).only("status").first()
    if match is None or not match.is_running:
        return ENDED
    seated = Seat.objects.filter(match=match, user=user, autopilot=False).exists()
    return MOVED if seated else GONE


def _played_since(seat: Seat, notice: Notice) -> bool:
    later = Ply.objects.filter(match=seat.match, seat=seat.number, number__gt=notice.data["ply"])
    return later.filter(taken_back=False).exists()


def _plan_may_play(user: User, code: str) -> bool:
    """A plan left for this turn holds, and is about to be played."""
    draft = (
        Draft.objects.filter(match__code=code, standing=True)
        .filter(seat__in=Seat.objects.filter(match__code=code, user=user).values("number"))
        .select_related("match")
        .first()
    )
    return draft is not None and stopped(draft.match, draft) is None


def has_acted(user: User, since: datetime) -> bool:
    """Has this player taken a turn of their own since?"""
    seats = Seat.objects.filter(user=user, match__moved_at__gt=since).values_list(
        "match_id", "number"
    )
    own = Q(pk=None)
    for match, number in seats:
        own |= Q(match=match, seat=number)
    return Ply.objects.filter(own, at__gt=since, cause="").exists()


def not_looking(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    """Whoever has the page open has seen it."""
    here = presence.looking_at(reader.user.pk, {n.about for n in notices})
    return {n.pk: Verdict(LOOKING) for n in notices if n.about in here}


def invitations(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    over = invitations_over(reader.user, notices)
    return {pk: Verdict("already answered") for pk in over}


def invitations_over(user: User, notices: Sequence[Notice]) -> set[int]:
    """Answered, or the table has started or closed."""
    open_still = set(
        Invitation.objects.filter(
            pk__in=[n.data["invitation"] for n in notices],
            answered_at=None,
            match__status=Match.Status.OPEN,
        ).values_list("pk", flat=True)
    )
    return {n.pk for n in notices if n.data["invitation"] not in open_still}


def take_backs_over(user: User, notices: Sequence[Notice]) -> set[int]:
    """Nobody asks for one at that match any more."""
    codes = {n.data["match"] for n in notices}
    open_still = set(
        TakeBack.objects.filter(match__code__in=codes, closed_at=None).values_list(
            "match__code", flat=True
        )
    )
    return {n.pk for n in notices if n.data["match"] not in open_still}


def take_backs(reader: Reader, notices: Sequence[Notice], now: datetime) -> dict[int, Verdict]:
    """Requests that wait for this player's word: they hold for the position they were made in."""
    found = not_looking(reader, notices, now)
    codes = {n.data["match"] for n in notices}
    seats = dict(
        Seat.objects.filter(user=reader.user, match__code__in=codes, autopilot=False).values_list(
            "match__code", "number"
        )
    )
    rows = TakeBack.objects.filter(
        match__code__in=seats, match__status=Match.Status.RUNNING, match__ply=F("at_ply"),
        closed_at=None,
    ).values_list("match__code", "at_ply", "agreed")  # fmt: skip
    asked = {(code, ply) for code, ply, agreed in rows if seats[code] not in agreed}
    for notice in notices:
        if (notice.data["match"], notice.data["ply"]) not in asked:
            found[notice.pk] = Verdict("already answered")
    return found
