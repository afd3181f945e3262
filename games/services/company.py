"""Talk at the table and around it, notes to oneself, and what keeps both decent."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed
from games.models import Match, Message, Mute, Note, Report, Seat
from games.services import effects
from games.services.nudges import TALK

LONGEST_TEXT = 1000
LONGEST_NOTE = 5000


def is_seated(match: Match, user: User | None) -> bool:
    return user is not None and any(seat.user_id == user.pk for seat in match.seats.all())


def rooms_to_read(match: Match, user: User | None) -> list[str]:
    """Players read the table; the gallery opens to them when the match is over.

    What was said at the table stays among those who sat at it.
    """
    if not is_seated(match, user):
        return [Message.Room.GALLERY]
    return [Message.Room.TABLE, Message.Room.GALLERY] if match.is_over else [Message.Room.TABLE]


def room_to_write(match: Match, user: User | None) -> str:
    """Where this person may write now; "" for nowhere."""
    if user is None or not user.is_authenticated:
        return ""
    if is_seated(match, user):
        return Message.Room.GALLERY if _common(match) else Message.Room.TABLE
    if match.is_open or not user.is_named:
        return ""
    return Message.Room.GALLERY


def _common(match: Match) -> bool:
    """After the end, spectators and players share one room if anybody watched."""
    return match.is_over and match.messages.filter(room=Message.Room.GALLERY).exists()


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
    return message


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
