"""What the people of the demonstration were told: mails in the inbox, notices under the bell.

Everything is worded, composed and sent by the code of the site; only the times are moved back, so
that it looks as if it had happened over some days. What the inbox needn't show counts as told, so
nothing follows later by itself but the alarms of turns that still wait.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts import demo
from accounts.models import Friendship, User
from games.models import Match, Seat
from games.services import company, effects
from mail.models import LocalMail
from mail.services import message_id
from notices.models import Delivery, Notice, Reader
from notices.people import friend_asked
from notices.services.sweep import hand_over, plan
from outbox.models import Effect
from outbox.services import run

HURRIED = "Quick tide"  # a day per turn, and more than half of it is gone
USED = timedelta(hours=13, minutes=20)
SEEN = timedelta(hours=9)  # since alice opened her list of notices
CHOICES: dict[str, dict[str, Any]] = {
    "alice": {"timing": "batch", "quiet_from": time(22, 30), "quiet_until": time(7)},
    "bob": {"timing": "daily", "daily_hour": 18},
    "chloe": {"timing": "now"},
    "dmitri": {"timing": "late", "late_hours": 24},
}
# How long ago what still matters happened, by kind; what is over has the time of its match.
AGES = {
    effects.INVITATION: timedelta(hours=5),
    effects.TAKE_BACK: timedelta(hours=2),
    effects.MENTION: timedelta(hours=3),
    effects.STARTED: timedelta(days=1, hours=6),
    effects.LEFT: timedelta(days=1),
    effects.TURN: timedelta(hours=1),
    "friends": timedelta(hours=8),
}


@transaction.atomic
def fill() -> None:
    if not settings.DEMO:
        raise RuntimeError("Demonstration news belongs on the demonstration site only.")
    people = {user.username: user for user in User.objects.filter(username__in=CHOICES)}
    if Reader.objects.filter(user__in=people.values(), seen_at__isnull=False).exists():
        return  # told at an earlier start
    now = timezone.now()
    _talk(people)
    for asker, asked in demo.ASKED:
        row = Friendship.objects.filter(asker=people[asker], asked=people[asked]).first()
        if row is not None and row.accepted_at is None:
            friend_asked(row)
    _spread(now)
    _count_as_told(now)
    plan(now)
    _hurry(now)
    plan(now)  # the alarm that has come true by that
    # In the order in which it happened, whatever delay a reader has.
    Delivery.objects.filter(state=Delivery.State.WAITING).update(due_at=now)
    if settings.LOCAL_INBOX:  # nobody lives at these addresses
        hand_over(now)
        _send()
    else:
        Delivery.objects.all().delete()
    for name, chosen in CHOICES.items():
        # Last: in quiet hours nothing would have been sent.
        Reader.objects.update_or_create(
            user=people[name], defaults={**chosen, "seen_at": now - SEEN}
        )


def _talk(people: dict[str, User]) -> None:
    for name, who, text in (
        ("Harbour lights", "bob", "@alice, I saw that! Two anchors in one turn."),
        ("Long watch", "dmitri", "@chloe no hurry, I’m away until Sunday."),
    ):
        match = Match.objects.filter(name=name, status=Match.Status.RUNNING).first()
        if match is not None:
            company.say(match=match, user=people[who], text=text)


def _spread(now: datetime) -> None:
    """The matches were played within a second; their news is told over days."""
    codes = set(Notice.objects.values_list("data__match", flat=True))
    finished = dict(
        Match.objects.filter(code__in=codes - {None}).values_list("code", "finished_at")
    )
    started = dict(Match.objects.filter(code__in=finished).values_list("code", "started_at"))
    rows = list(Notice.objects.filter(planned_at=None).order_by("pk"))
    for row in rows:
        code = row.data.get("match")
        end = finished.get(code)
        if end is None:
            row.at = now - AGES.get(row.kind, timedelta())
        elif row.kind == effects.STARTED:
            row.at = started[code] or end
        else:
            row.at = end
    Notice.objects.bulk_update(rows, ["at"])


def _count_as_told(now: datetime) -> None:
    """Leave the newest of each kind to be told, and of turns those that wait still."""
    waiting = {
        (seat.user_id, seat.match.code)
        for seat in Seat.objects.filter(
            owes=True, autopilot=False, match__status=Match.Status.RUNNING
        ).select_related("match")
    }
    rows = list(Notice.objects.filter(planned_at=None).order_by("-at", "-pk"))
    kept: set[tuple[int, str, str]] = set()
    moot, told = [], []
    for row in rows:
        turn = row.kind == effects.TURN
        code = row.data.get("match", "")
        one = (row.user_id, row.kind, code if turn else "")
        if turn and (one in kept or (row.user_id, code) not in waiting):
            moot.append(row.pk)  # hundreds of turns, all taken: nobody would read that list
        elif one in kept:
            told.append(row.pk)
        kept.add(one)
    Notice.objects.filter(pk__in=moot).delete()
    Notice.objects.filter(pk__in=told).update(planned_at=now)


def _hurry(now: datetime) -> None:
    """One turn came half a day ago."""
    match = Match.objects.filter(name=HURRIED, status=Match.Status.RUNNING).first()
    if match is None:
        return
    for seat in Seat.objects.filter(match=match, owes=True).exclude(deadline=None):
        seat.deadline = (seat.deadline or now) - USED
        seat.save(update_fields=["deadline"])
    for row in Notice.objects.filter(about=effects.about(match)).exclude(data__since=None):
        row.data |= {name: _earlier(row.data[name]) for name in ("since", "deadline")}
        # A turn is written when it comes; its alarms lie ahead of it.
        row.at = now - USED if row.kind == effects.TURN else row.at - USED
        row.save(update_fields=["at", "data"])


def _earlier(moment: str) -> str:
    return (datetime.fromisoformat(moment) - USED).isoformat()


def _send() -> None:
    """As a worker does it; then the mails arrive when their news happened."""
    for effect in _in_order(Effect.objects.filter(kind="notice", done_at=None)):
        told = list(Delivery.objects.filter(effect=effect.pk).values_list("notice__at", flat=True))
        run(effect.pk)
        if told:
            LocalMail.objects.filter(message_id=message_id(effect)).update(received_at=max(told))


def _in_order(effects: Iterable[Effect]) -> list[Effect]:
    return sorted(effects, key=lambda effect: effect.pk)
