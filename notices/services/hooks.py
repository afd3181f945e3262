"""A player's webhook: set, changed, and switched off when it has failed for a day."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.emails import language_for
from accounts.models import User
from notices.models import Webhook, new_hook_secret
from notices.services.tell import tell
from ops import outward, vetting

PATIENCE = timedelta(days=1)


@transaction.atomic
def save(*, user: User, url: str, preset: str) -> Webhook:
    """Set or change it; it's on again. An empty address keeps the one there is.

    The caller has vetted the address: that asks the network, and no lock should wait for it.
    """
    hook = Webhook.objects.select_for_update().filter(user=user).first()
    if hook is None:
        if not url:
            raise ValueError("a new webhook needs an address")
        return Webhook.objects.create(user=user, url=vetting.parse(url).url, preset=preset)
    if url:
        hook.url = vetting.parse(url).url
    hook.preset = preset
    hook.failing_since = hook.off_at = hook.last_at = None
    hook.off_reason = hook.last_status = ""
    hook.save()
    return hook


@transaction.atomic
def rotate_secret(*, user: User) -> Webhook | None:
    """What was signed with the old one can't be told from a forgery any more."""
    hook = Webhook.objects.select_for_update().filter(user=user).first()
    if hook is not None:
        hook.secret = new_hook_secret()
        hook.save(update_fields=["secret"])
    return hook


def remove(*, user: User) -> bool:
    return bool(Webhook.objects.filter(user=user).delete()[0])


def succeeded(*, hook: Webhook, status: str) -> None:
    Webhook.objects.filter(pk=hook.pk, url=hook.url).update(
        failing_since=None, last_status=status[:60], last_at=timezone.now()
    )


@transaction.atomic
def failed(*, hook: Webhook, status: str) -> bool:
    """Note a failure; True when it was one too many and the webhook is off now."""
    now = timezone.now()
    row = Webhook.objects.select_for_update().filter(pk=hook.pk, url=hook.url).first()
    if row is None or row.off_at is not None:  # changed or switched off meanwhile
        return False
    row.failing_since = row.failing_since or now
    row.last_status, row.last_at = status[:60], now
    over = now - row.failing_since >= PATIENCE
    if over:
        with translation.override(language_for(row.user)):
            row.off_at = now
            words = outward.in_words(status)
            reason = _("It has been failing for a day. Last result: %(status)s")
            row.off_reason = (reason % {"status": words})[:120]
        # Never through the webhook itself: the kind `channel` isn't told by it.
        tell(
            users=[row.user_id],
            kind="channel",
            data={"channel": "webhook", "reason": row.off_reason},
        )
    row.save(update_fields=["failing_since", "last_status", "last_at", "off_at", "off_reason"])
    return over
