"""What goes with the identity when an account is deleted (`settings.ANONYMISE_STEPS`)."""

from __future__ import annotations

from functools import partial

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Q

from accounts import exports
from accounts.models import Block, Friendship, User


def close_row(user: User) -> None:
    """Wait for whatever is being written that refers to the account; nothing new may until the end.

    Only after its tables are left: whoever holds a table may be waiting to refer to the account.
    """
    list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))


def forget_addresses(user: User) -> None:
    EmailAddress.objects.filter(user=user).delete()


def forget_security(user: User) -> None:
    Authenticator.objects.filter(user=user).delete()


def forget_sessions(user: User) -> None:
    # Sessions that are not listed die too: the password they were signed with is gone.
    for session in UserSession.objects.filter(user=user):
        session.end()


def forget_people(user: User) -> None:
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    Block.objects.filter(Q(blocker=user) | Q(blocked=user)).delete()


def forget_exports(user: User) -> None:
    for export in user.exports.all():
        transaction.on_commit(partial(exports.remove_file, export.code))
        export.delete()


def forget_admin_log(user: User) -> None:
    users = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=users, object_id=str(user.pk)).delete()


def forget_mails(user: User) -> None:
    """Mails already sent are remembered by address only; those addresses go too."""
    from mail.services import EFFECTS
    from outbox.models import Effect

    sent = Effect.objects.filter(
        kind__in=EFFECTS, done_at__isnull=False, payload__to__in=_addresses(user)
    )
    sent.delete()


def _addresses(user: User) -> set[str]:
    """What they confirmed, and what they only claimed unless it is somebody else's."""
    rows = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    claimed = {address for address in {user.email, *rows} if address}
    others = EmailAddress.objects.filter(email__in=claimed, verified=True).exclude(user=user)
    return claimed - set(others.values_list("email", flat=True))
