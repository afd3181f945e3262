"""Guests: made in one click, turned into full accounts, forgotten when idle."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q, RestrictedError
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import locks, selectors
from accounts.errors import Refused
from accounts.models import User
from accounts.names import guest_beginning, look_alike_key
from accounts.services import deletion

log = structlog.get_logger(__name__)

NAME_LENGTHS = (4, 4, 4, 5, 6, 8, 10)


@transaction.atomic
def create(*, language: str = "", time_zone: str = "UTC") -> User:
    """A real account without a name of its own: "Guest-7f3a", "Invité-7f3a"."""
    for length in NAME_LENGTHS:
        name = f"{guest_beginning(language)}-{secrets.token_hex(5)[:length]}"
        guest = User(
            username=name,
            name_key=look_alike_key(name),
            is_guest=True,
            language=language,
            time_zone=time_zone,
            last_seen=timezone.now(),
        )
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("No free guest name was found.")


@transaction.atomic
def choose_identity(*, user: User, username: str, email: str, password: str) -> EmailAddress:
    """Name, password and an address to confirm, on the same row: its games stay its own.

    The account remains a guest until the address is confirmed.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    if not user.is_guest:
        raise Refused("not_a_guest", _("You already have a full account."))
    if selectors.is_name_closed(username, but=user):
        raise Refused("name_taken", _("This name is taken or too similar to an existing one."))
    user.username = username
    user.name_key = look_alike_key(username)
    user.email = email
    user.set_password(password)
    user.save()
    EmailAddress.objects.filter(user=user).delete()
    return EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)


@transaction.atomic
def become_full(*, user: User) -> None:
    """The address is confirmed: from now on this account stays."""
    User.objects.filter(pk=user.pk, is_guest=True).update(is_guest=False)
    user.is_guest = False


def expire() -> int:
    """Forget guests who have not been here for long, and sign-ups nobody confirmed."""
    gone = 0
    for pk in _idle():
        with transaction.atomic():
            user = locks.rows().filter(pk=pk, is_staff=False).first()
            if user is None:
                continue
            _forget(user)
            gone += 1
    return gone


def _idle() -> Iterator[int]:
    now = timezone.now()
    guests = User.objects.alias(seen=Coalesce("last_seen", "date_joined")).filter(
        is_guest=True, anonymised_at__isnull=True, seen__lt=now - settings.GUEST_LIFETIME
    )
    unconfirmed = User.objects.filter(
        ~Q(emailaddress__verified=True),
        is_guest=False,
        is_staff=False,
        anonymised_at__isnull=True,
        last_login__isnull=True,
        last_seen__isnull=True,
        emailaddress__isnull=False,
        date_joined__lt=now - settings.UNCONFIRMED_LIFETIME,
    )
    idle = set(guests.values_list("pk", flat=True)) | set(unconfirmed.values_list("pk", flat=True))
    for path in settings.GUEST_KEEPERS:
        keeper: Callable[[set[int]], set[int]] = import_string(path)
        idle -= keeper(set(idle))
    yield from sorted(idle)


def _forget(user: User) -> None:
    """Delete the row, or take the identity off it where finished games still need it.

    Rows of other apps that must outlive a player have to PROTECT it.
    """
    try:
        with transaction.atomic():
            deletion.run_steps(user)
            user.delete()
    except (ProtectedError, RestrictedError, IntegrityError):
        deletion.anonymise(user=user)
        log.info("guest.anonymised", user=user.pk)
