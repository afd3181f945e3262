"""Friends and blocks."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.errors import Refused
from accounts.models import Block, Friendship, User

MAX_FRIENDS = 500
MAX_WAITING = 50
ASK_AGAIN_AFTER = timedelta(days=30)


@transaction.atomic
def ask(*, asker: User, asked: User) -> Friendship:
    """Send a request. If the other one has asked already, this is the answer yes."""
    _check(asker, asked)
    now = timezone.now()
    row = selectors.friendship(asker, asked)
    if row is None:
        try:
            with transaction.atomic():
                row = Friendship.objects.create(asker=asker, asked=asked)
            _tell(row)
            return row
        except IntegrityError:  # somebody was faster: the other one, or a second click
            row = Friendship.objects.get(Q(asker=asker, asked=asked) | Q(asker=asked, asked=asker))
    if row.accepted_at is not None:
        return row
    if row.asked_id == asker.pk:
        Friendship.objects.filter(pk=row.pk).update(accepted_at=now, declined_at=None)
    elif row.declined_at is not None and row.declined_at < now - ASK_AGAIN_AFTER:
        Friendship.objects.filter(pk=row.pk).update(asked_at=now, declined_at=None)
        _tell(row)
    row.refresh_from_db()
    return row


@transaction.atomic
def accept(*, user: User, other: User) -> Friendship:
    row = _waiting(user, other)
    _check_room(user)
    row.accepted_at = timezone.now()
    row.save(update_fields=["accepted_at"])
    return row


@transaction.atomic
def decline(*, user: User, other: User) -> None:
    """Quietly: the other one is not told."""
    row = _waiting(user, other)
    row.declined_at = timezone.now()
    row.save(update_fields=["declined_at"])


@transaction.atomic
def remove(*, user: User, other: User) -> None:
    """End a friendship or take a request back; doing it twice is fine."""
    row = selectors.friendship(user, other)
    if row is None or (row.declined_at is not None and row.asker_id == user.pk):
        return  # a declined request stays, so that it cannot be asked afresh
    row.delete()


@transaction.atomic
def block(*, user: User, other: User) -> None:
    if user.pk == other.pk:
        raise Refused("self", _("You can’t block yourself."))
    if other.is_former:
        raise Refused("former", _("This account no longer exists."))
    Block.objects.get_or_create(blocker=user, blocked=other)
    Friendship.objects.filter(Q(asker=user, asked=other) | Q(asker=other, asked=user)).delete()


@transaction.atomic
def unblock(*, user: User, other: User) -> None:
    Block.objects.filter(blocker=user, blocked=other).delete()


def _check(asker: User, asked: User) -> None:
    if asker.pk == asked.pk:
        raise Refused("self", _("You can’t add yourself as a friend."))
    if not asker.is_named:
        raise Refused("guest", _("Choose a name first: guests can’t add friends."))
    if not asked.is_named:
        raise Refused("guest", _("This player is a guest. Guests can’t add friends."))
    if selectors.has_blocked(asker, asked):
        raise Refused("blocked", _("You’ve blocked this player. Unblock them first."))
    if selectors.has_blocked(asked, asker):
        raise Refused("not_taking", _("This player doesn’t accept friend requests."))
    if selectors.requests_by(asker).count() >= MAX_WAITING:
        raise Refused("too_many", _("Too many of your friend requests are still unanswered."))
    _check_room(asker)


def _check_room(user: User) -> None:
    if (
        Friendship.objects.filter(Q(asker=user) | Q(asked=user), accepted_at__isnull=False).count()
        >= MAX_FRIENDS
    ):
        raise Refused("full", _("Your friends list is full."))


def _waiting(user: User, other: User) -> Friendship:
    row = (
        Friendship.objects.select_for_update()
        .filter(asker=other, asked=user, accepted_at__isnull=True, declined_at__isnull=True)
        .first()
    )
    if row is None:
        raise Refused("no_request", _("This friend request is no longer open."))
    return row


def _tell(row: Friendship) -> None:
    for path in settings.FRIEND_ASKED:
        import_string(path)(row)
