"""What one person may read of the talk around a match. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Block, User
from games.models import Match, Message, Mute, Note, Seat
from games.selectors.access import is_seated

SHOWN = 100


@dataclass
class Talk:
    messages: list[Message]
    room: str  # where the viewer may write, "" for nowhere
    seated: bool
    seen: int  # the last message the viewer had read before
    muted: list[User]  # who wrote here and is not shown


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


def heard(rows: QuerySet[Message], user_id: int) -> QuerySet[Message]:
    """Without those this reader has muted or blocked."""
    return rows.exclude(
        Exists(Mute.objects.filter(user_id=user_id, muted=OuterRef("author")))
    ).exclude(Exists(Block.objects.filter(blocker_id=user_id, blocked=OuterRef("author"))))


def talk_for(match: Match, user: User | None) -> Talk:
    rows = match.messages.filter(room__in=rooms_to_read(match, user)).select_related("author")
    muted: list[User] = []
    if user is not None:
        said = rows.filter(author=OuterRef("pk"))
        muted = list(User.objects.filter(Exists(said), muted_by__user=user).order_by("username"))
        rows = heard(rows, user.pk)
    latest = list(rows.order_by("-pk")[:SHOWN])
    mine = [s for s in match.seats.all() if user is not None and s.user_id == user.pk]
    return Talk(
        messages=latest[::-1],
        room=room_to_write(match, user),
        seated=is_seated(match, user),
        seen=mine[0].seen_message if mine else 0,
        muted=muted,
    )


def unread(match: Match, seat: Seat | None) -> int:
    """Messages at the table since this seat last looked; only what its player would be shown."""
    if seat is None or seat.user_id is None:
        return 0
    room = Message.Room.TABLE
    rows = Message.objects.filter(match=match, room=room, pk__gt=seat.seen_message)
    return heard(rows.exclude(author_id=seat.user_id), seat.user_id).count()


def note_of(match: Match, user: User) -> str:
    """Only ever the reader's own."""
    row = Note.objects.filter(match=match, author=user).first()
    return row.text if row else ""
