"""What is known about players; nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Block, DataExport, Friendship, RetiredName, User
from accounts.names import look_alike_key, retired_digest


def display_name(user: User) -> str:
    return str(user)


def is_name_closed(name: str, *, but: User | None = None) -> bool:
    """Somebody has this name or one that looks like it, or had it until lately."""
    key = look_alike_key(name)
    others = User.objects.filter(name_key=key)
    if but is not None:
        others = others.exclude(pk=but.pk)
    return (
        others.exists()
        or RetiredName.objects.filter(digest=retired_digest(key), until__gt=timezone.now()).exists()
    )


def player(username: str) -> User | None:
    return User.objects.filter(username__iexact=username).first()


def language_of(user: User | None, fallback: str) -> str:
    return (user.language if user is not None else "") or fallback


# --- people -------------------------------------------------------------------------------


def has_blocked(a: User, b: User) -> bool:
    """Does `a` want to hear nothing from `b`?"""
    return Block.objects.filter(blocker=a, blocked=b).exists()


def are_apart(a: User, b: User) -> bool:
    """One of the two has blocked the other."""
    return Block.objects.filter(Q(blocker=a, blocked=b) | Q(blocker=b, blocked=a)).exists()


def are_friends(a: User, b: User) -> bool:
    row = friendship(a, b)
    return row is not None and row.accepted_at is not None


def friendship(a: User, b: User) -> Friendship | None:
    return Friendship.objects.filter(Q(asker=a, asked=b) | Q(asker=b, asked=a)).first()


def friends(user: User) -> list[User]:
    rows = Friendship.objects.filter(
        Q(asker=user) | Q(asked=user), accepted_at__isnull=False
    ).select_related("asker", "asked")
    found = [row.asked if row.asker_id == user.pk else row.asker for row in rows]
    return sorted(found, key=lambda friend: friend.username.lower())


def requests_to(user: User) -> QuerySet[Friendship]:
    """Waiting for this player's answer."""
    return (
        Friendship.objects.filter(asked=user, accepted_at__isnull=True, declined_at__isnull=True)
        .select_related("asker")
        .order_by("asked_at")
    )


def requests_by(user: User) -> QuerySet[Friendship]:
    """Asked by this player; a declined one looks like one still waiting."""
    return (
        Friendship.objects.filter(asker=user, accepted_at__isnull=True)
        .select_related("asked")
        .order_by("asked_at")
    )


def blocks(user: User) -> QuerySet[Block]:
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-since")


@dataclass(frozen=True)
class Relation:
    """How a viewer stands to the owner of a page."""

    is_self: bool = False
    is_friend: bool = False
    has_asked: bool = False
    was_asked: bool = False
    has_blocked: bool = False
    can_ask: bool = False


def relation(viewer: User, other: User) -> Relation:
    if viewer.pk == other.pk:
        return Relation(is_self=True)
    row = friendship(viewer, other)
    blocked = has_blocked(viewer, other)
    return Relation(
        is_friend=row is not None and row.accepted_at is not None,
        has_asked=row is not None and row.accepted_at is None and row.asker_id == viewer.pk,
        was_asked=(
            row is not None
            and row.accepted_at is None
            and row.declined_at is None
            and row.asked_id == viewer.pk
        ),
        has_blocked=blocked,
        can_ask=viewer.is_named and other.is_named and not blocked,
    )


# --- data ---------------------------------------------------------------------------------


def exports(user: User) -> QuerySet[DataExport]:
    return DataExport.objects.filter(user=user)


def latest_export(user: User) -> DataExport | None:
    return exports(user).first()
