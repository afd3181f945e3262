"""Asking for one's data, and throwing old files away."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts import exports
from accounts.models import DataExport, User
from outbox.models import Effect
from outbox.services import promise

STUCK_AFTER = timedelta(days=2)


@transaction.atomic
def request_export(*, user: User) -> DataExport:
    """A new export, or the one that is being built already."""
    at_work = Q(state=DataExport.State.WAITING) | Q(state=DataExport.State.BUILDING)
    running = DataExport.objects.filter(at_work, user=user).first()
    if running is not None:
        return running
    try:
        with transaction.atomic():
            export = DataExport.objects.create(user=user)
    except IntegrityError:  # a second click in the same moment
        return DataExport.objects.get(at_work, user=user)
    promise(
        kind="data-export",
        payload={"export": export.pk},
        lane=Effect.Lane.SLOW,
        key=f"data-export:{export.pk}",
    )
    return export


def expire_exports() -> int:
    """Files past their day, and requests that never came to an end."""
    now = timezone.now()
    gone = 0
    old = DataExport.objects.filter(
        Q(expires_at__lt=now) | Q(expires_at__isnull=True, requested_at__lt=now - STUCK_AFTER)
    )
    for export in old:
        with transaction.atomic():
            transaction.on_commit(partial(exports.remove_file, export.code))
            export.delete()
            gone += 1
    return gone
