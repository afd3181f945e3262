"""Deleting an account: asked for, thought over for a week, then carried out.

The row stays, so that other people's games stay whole; everything that says who it was goes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import emails, locks, tokens
from accounts.errors import BadToken, Refused
from accounts.models import RetiredName, User
from accounts.names import FORMER, look_alike_key, retired_digest

log = structlog.get_logger(__name__)


@transaction.atomic
def request(*, user: User) -> User:
    """Start the grace period; asking again changes nothing."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.is_staff:
        raise Refused("staff", _("Staff accounts have to be closed by another administrator."))
    if user.deletion_due is not None:
        return user
    user.deletion_due = timezone.now() + settings.DELETION_GRACE
    user.save(update_fields=["deletion_due"])
    link = emails.absolute(reverse("cancel_deletion", args=[tokens.cancel_deletion(user)]))
    emails.send_to_player(
        user, "accounts/deletion_requested", {"due": user.deletion_due, "cancel_url": link}
    )
    return user


@transaction.atomic
def cancel(*, user: User) -> bool:
    """Keep the account. True when there was something to cancel."""
    cancelled = User.objects.filter(pk=user.pk, deletion_due__isnull=False).update(
        deletion_due=None
    )
    if cancelled:
        emails.send_to_player(user, "accounts/deletion_cancelled", {})
    return bool(cancelled)


@transaction.atomic
def cancel_by_link(*, token: str) -> User:
    user = user_of_link(token)
    cancel(user=user)
    return user


def user_of_link(token: str) -> User:
    """Whose deletion this link can still stop."""
    pk, due = tokens.read_cancel_deletion(token)
    user = User.objects.filter(pk=pk, deletion_due=due, anonymised_at__isnull=True).first()
    if user is None:
        raise BadToken("used")
    return user


def carry_out_due() -> int:
    """Every deletion whose grace is over, each in a transaction of its own."""
    done = 0
    now = timezone.now()
    waiting = User.objects.filter(deletion_due__lte=now, anonymised_at__isnull=True)
    for pk in waiting.values_list("pk", flat=True):
        try:
            with transaction.atomic():
                user = (
                    locks.rows()
                    .filter(pk=pk, deletion_due__lte=now, anonymised_at__isnull=True)
                    .first()
                )
                if user is None:
                    continue
                emails.send_to_player(user, "accounts/deletion_done", {})
                anonymise(user=user)
                done += 1
        except Exception:
            # One account that cannot be deleted must not keep the others waiting.
            log.exception("deletion.failed", user=pk)
    return done


@transaction.atomic
def anonymise(*, user: User) -> User:
    """Replace the identity; running it twice does nothing more."""
    try:
        # As it is now, and nobody seats this player any more (`accounts.locks`).
        user.refresh_from_db(from_queryset=locks.rows())
    except User.DoesNotExist:
        return user  # an idle guest, forgotten in this moment
    if user.anonymised_at is not None:
        return user
    run_steps(user)
    if user.has_chosen_name:
        RetiredName.objects.update_or_create(
            digest=retired_digest(user.name_key),
            defaults={"until": timezone.now() + settings.RETIRED_NAME_LIFETIME},
        )
    user.email = ""
    user.is_guest = user.is_active = user.is_staff = user.is_superuser = False
    user.last_seen = user.last_login = user.deletion_due = None
    user.anonymised_at = timezone.now()
    user.language, user.time_zone, user.theme = "", "UTC", User.Theme.AUTO
    user.patterns, user.mail_choices = False, {}
    user.set_unusable_password()
    user.groups.clear()
    user.user_permissions.clear()
    return _rename(user)


def run_steps(user: User) -> None:
    for path in settings.ANONYMISE_STEPS:
        step: Callable[[User], None] = import_string(path)
        step(user)


def _rename(user: User) -> User:
    for length in (4, 4, 4, 5, 6, 8, 10):
        user.username = f"{FORMER}-{secrets.token_hex(5)[:length]}"
        user.name_key = look_alike_key(user.username)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            continue
        return user
    raise RuntimeError("No free name for a former player was found.")
