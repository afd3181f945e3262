"""What one person may read of the talk around a match. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

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


def talk_for(match: Match, user: User | None) -> Talk:
    rows = match.messages.filter(room__in=rooms_to_read(match, user)).select_related("author")
    if user is not None:
        rows = rows.exclude(
            Exists(Mute.objects.filter(user=user, muted=OuterRef("author")))
        ).exclude(Exists(Block.objects.filter(blocker=user, blocked=OuterRef("author"))))
    latest = list(rows.order_by("-pk")[:SHOWN])
    mine = [s for s in match.seats.all() if user is not None and s.user_id == user.pk]
    return Talk(
        messages=latest[::-1],
        room=room_to_write(match, user),
        seated=is_seated(match, user),
        seen=mine[0].seen_message if mine else 0,
    )


def unread(match: Match, seat: Seat | None) -> int:
    """Messages at the table since this seat last looked."""
    if seat is None:
        return 0
    return (
        Message.objects.filter(match=match, room=Message.Room.TABLE, pk__gt=seat.seen_message)
        .exclude(author_id=seat.user_id)
        .count()
    )


def note_of(match: Match, user: User) -> str:
    """Only ever the reader's own."""
    row = Note.objects.filter(match=match, author=user).first()
    return row.text if row else ""
