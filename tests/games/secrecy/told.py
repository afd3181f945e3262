"""What a match sends to one of its players: mail with its picture, pushes, calls of a webhook, and
the site's own list. All that can happen is made to happen anew in each world, by the services that
say so, so that whatever they write down about it belongs to that world.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest import mock

from django.core.cache.backends.locmem import LocMemCache
from django.db import transaction
from django.utils import timezone, translation

from accounts.emails import clock_of, language_for
from accounts.models import User
from games.models import Invitation, Match, Seat, TakeBack
from games.news import turns
from games.selectors.positions import position
from games.services import company, effects
from games.services.play import clocks, commit, finish
from games.services.tables import invite
from games.titles import postcards
from mail import wire
from notices import kinds, selectors
from notices.channels import mail, push, webhook
from notices.models import Notice, Webhook
from notices.news import News

if TYPE_CHECKING:
    from tests.games.secrecy.twins import Talker

INVITED = 10**9  # the id of an invitation is no secret, and another one in every world
BOUNDARY = "boundary"  # drawn anew for every mail


@dataclass
class Table:
    """A match with somebody who is told, and somebody else who may cause it."""

    match: Match
    seats: list[Seat]
    me: User
    other: Seat

    @property
    def cause(self) -> User:
        assert self.other.user is not None
        return self.other.user


# --- all that can happen ------------------------------------------------------------------


def called(at: Table) -> None:
    """Everybody who owes a decision is called to it, by what follows every turn."""
    effects.position_changed(at.match, at.seats, before=())


def alarmed(at: Table) -> None:
    """The alarms that follow from a turn, come due."""
    called(at)
    now = timezone.now()
    for turn in Notice.objects.filter(user=at.me, kind=effects.TURN, at=now):
        for alarm in turns.alarms(turn):
            alarm.at = alarm.planned_at = now
            alarm.save()


def started(at: Table) -> None:
    effects.tell(at.match, effects.STARTED, at.seats)


def ended(at: Table) -> None:
    finish.close(at.match, at.seats, position(at.match), now=timezone.now())


def left(at: Table) -> None:
    clocks.leave_running(code=at.match.code, user=at.cause)


def timed_out(at: Table) -> None:
    other = next(seat for seat in at.seats if seat.pk == at.other.pk)
    clocks.depart(at.match, at.seats, other, clocks.TIMEOUT, timezone.now())


def take_back(at: Table) -> None:
    """As if the last turn could be taken back, wherever play is."""
    match, seat = at.match, at.other.number
    TakeBack.objects.create(
        match=match, seat=seat, to_ply=max(0, match.ply - 1), at_ply=match.ply, agreed=[seat]
    )
    but = at.cause.pk
    effects.tell(match, effects.TAKE_BACK, at.seats, but=but, seat=seat, ply=match.ply)


def mentioned(at: Table) -> None:
    company.say(match=at.match, user=at.cause, text=f"What do you hold, @{at.me.username}?")


def filled(at: Table) -> None:
    effects.tell(at.match, effects.TABLE, at.seats, what="filled")


def closed(at: Table) -> None:
    effects.tell(at.match, effects.TABLE, at.seats, what="closed")


def invited(at: Table) -> None:
    Invitation.objects.create(
        pk=INVITED, token="t" * 20, match=at.match, user=at.me, sender=at.cause,
        answered_at=timezone.now(),
    )  # fmt: skip
    invite._ask(at.match, at.cause, at.me)


Happening = Callable[[Table], None]
# What happens, and the kinds of news that it is.
HAPPENS: dict[Happening, tuple[str, ...]] = {
    called: (effects.TURN,),
    alarmed: (effects.HALF, effects.SHORT),
    started: (effects.STARTED,),
    ended: (effects.ENDED,),
    left: (effects.LEFT,),
    timed_out: (effects.LEFT,),
    take_back: (effects.TAKE_BACK,),
    mentioned: (effects.MENTION,),
    filled: (effects.TABLE,),
    closed: (effects.TABLE,),
    invited: (effects.INVITATION,),
}
REST = tuple(one for one in HAPPENS if one is not called)


def table(t: Talker) -> Table | None:
    """The match as this world has it; None if the reader doesn't sit there."""
    match = commit.lock(t.match.code)
    seats = commit.seats_of(match)
    mine = next((seat for seat in seats if seat.number == t.reader.number), None)
    if mine is None or mine.user is None:
        return None
    return Table(match, seats, mine.user, seats[(mine.number + 1) % len(seats)])


def news(user: User, wanted: Sequence[str]) -> Iterator[tuple[Notice, object, News | None]]:
    """The newest notices of these kinds: whether they'd be sent, and the message."""
    reader, now = selectors.reader_of(user), timezone.now()
    for key in wanted:
        kind = kinds.find(key)
        assert kind is not None
        rows = Notice.objects.filter(user=user, kind=key).order_by("-pk")[:1]
        with translation.override(language_for(user)), timezone.override(clock_of(user)):
            for notice in rows:
                said = kind.check(reader, [notice], now).get(notice.pk)
                yield notice, said, kind.compose(user, [notice])


def heard(t: Talker, happenings: Sequence[Happening], tell: Callable[[User, News], object]) -> None:
    """Write down the news of these happenings, by one channel."""
    for one in happenings:
        with transaction.atomic():
            if (at := table(t)) is not None:
                one(at)
                for notice, said, found in news(at.me, HAPPENS[one]):
                    words = "nothing" if found is None else tell(at.me, found)
                    t.heard.append(f"{one.__name__} {notice.kind} {said} {words}")
            transaction.set_rollback(True)


# --- the channels -------------------------------------------------------------------------


def turn_mail(t: Talker) -> None:
    """The whole letter with its picture; somebody else at the table got theirs just before."""
    with mock.patch.object(postcards, "cache", LocMemCache(str(uuid.uuid4()), {})):
        if t.reader.number is not None:
            before = Match.objects.get(pk=t.match.pk)
            postcards.board_picture(before, (t.reader.number + 1) % before.size, "en")
        heard(t, (called,), letter)


def letters(t: Talker) -> None:
    heard(t, REST, letter)


def letter(user: User, found: News) -> list[object]:
    """A mail as it goes out, part by part, headers and all."""
    made = found.letter() if found.letter is not None else mail.plain(user, found)
    sent: Any = wire.build(made, to=f"{user.username}@example.org", message_id="<1@here>").message()
    parts: list[object] = []
    for part in sent.walk():
        part.del_param(BOUNDARY)
        body = b"" if part.is_multipart() else part.get_payload(decode=True)
        parts += [part.items(), body]
    return parts


def pushes(t: Talker) -> None:
    heard(t, tuple(HAPPENS), lambda user, found: (push.payload(found), push.headers(found)))


def webhooks(t: Talker) -> None:
    presets = list(Webhook.Preset)
    heard(t, tuple(HAPPENS), lambda user, found: [webhook.compose(p, found) for p in presets])


def bell(t: Talker) -> None:
    """The site's own list, all of it at once, and what is kept of it."""
    client = t.reader.client
    with transaction.atomic():
        for one in (alarmed, started, take_back, mentioned, filled, invited, left):
            if (at := table(t)) is not None:
                one(at)
        for path in ("/notices/", "/notices/bell/", "/"):
            t._note(lambda path=path: client.get(path))  # type: ignore[misc]
        if t.reader.user is not None:
            rows = Notice.objects.filter(user=t.reader.user).order_by("pk")
            for kind, about, data, at in rows.values_list("kind", "about", "data", "at"):
                data.pop("turn", None)  # the number of a row, another one in every world
                t.heard.append(str((kind, about, data, at)))
        transaction.set_rollback(True)
