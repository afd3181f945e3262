"""What one person may read of the talk around a match. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Block, User
from games.models import Match, Message, Mute, Note, Seat
from games.services.company import is_seated, room_to_write, rooms_to_read

SHOWN = 100


@dataclass
class Talk:
    messages: list[Message]
    room: str  # where the viewer may write, "" for nowhere
    seated: bool
    seen: int  # the last message the viewer had read before
    muted: list[User]  # who wrote here and is not shown


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
