"""Talk at the table and around it, notes to oneself, and what keeps both decent."""

from __future__ import annotations

import re

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed
from games.models import Match, Message, Mute, Note, Report, Seat
from games.selectors.talk import heard, room_to_write, rooms_to_read
from games.services import effects
from games.services.nudges import TALK

LONGEST_TEXT = 1000
LONGEST_NOTE = 5000


@transaction.atomic
def say(*, match: Match, user: User, text: str) -> Message:
    text = " ".join(text.split())[:LONGEST_TEXT]
    if not text:
        raise NotAllowed("empty-text")
    room = room_to_write(match, user)
    if not room:
        raise NotAllowed("wrong-room" if user.is_named else "guest-talk")
    message = Message.objects.create(match=match, author=user, room=room, text=text)
    Seat.objects.filter(match=match, user=user).update(seen_message=message.pk)
    effects.nudge(match, TALK)
    _call(match, user, message)
    return message


def _call(match: Match, user: User, message: Message) -> None:
    """Whoever is named with an @ hears of it, if they can read it at all."""
    if "@" not in message.text:
        return
    called = [
        seat
        for seat in match.seats.select_related("user")
        if seat.user is not None
        and names(message.text, seat.user.username)
        and message.room in rooms_to_read(match, seat.user)
        and heard(Message.objects.filter(pk=message.pk), seat.user.pk).exists()
    ]
    # The words stay at the table: a notice says only that there are some.
    effects.tell(match, effects.MENTION, called, but=user.pk, who=str(user))


def names(text: str, name: str) -> bool:
    """Is @name written here, whole, whatever punctuation follows? An address is no name."""
    return bool(re.search(rf"(?<!\w)@{re.escape(name)}(?![\w-]*\w)", text, re.IGNORECASE))


def read_all(*, match: Match, user: User) -> None:
    """Everything at the table up to now has been seen."""
    last = match.messages.filter(room__in=rooms_to_read(match, user)).aggregate(n=Max("pk"))["n"]
    if last:
        Seat.objects.filter(match=match, user=user, seen_message__lt=last).update(seen_message=last)


@transaction.atomic
def report(*, match: Match, user: User, message_id: int, reason: str = "") -> Report:
    """For the moderators; only what one may read can be reported, and only once."""
    message = Message.objects.filter(
        match=match, pk=message_id, room__in=rooms_to_read(match, user)
    ).first()
    if message is None or message.author_id == user.pk:
        raise NotAllowed("no-such-message")
    found, _new = Report.objects.get_or_create(
        message=message, reporter=user, defaults={"reason": reason.strip()[:400]}
    )
    return found


def mute(*, user: User, other: User) -> None:
    """No longer read what somebody writes; they are not told."""
    if other != user:
        Mute.objects.get_or_create(user=user, muted=other)


def unmute(*, user: User, other: User) -> None:
    Mute.objects.filter(user=user, muted=other).delete()


def write_note(*, match: Match, user: User, text: str) -> None:
    """A note nobody else can read; an empty one is no note."""
    text = text.strip()[:LONGEST_NOTE]
    if text:
        Note.objects.update_or_create(
            match=match, author=user, defaults={"text": text, "updated_at": timezone.now()}
        )
    else:
        Note.objects.filter(match=match, author=user).delete()
