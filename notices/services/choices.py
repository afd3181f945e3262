"""What a reader chooses, and what they have read."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import tokens
from accounts.errors import BadToken
from accounts.models import User
from notices import kinds
from notices.kinds import Kind
from notices.models import Muted, Notice, Reader
from notices.selectors import MAIL

KEEP = timedelta(days=60)


@transaction.atomic
def save(*, user: User, switches: dict[str, dict[str, bool]], **chosen: Any) -> Reader:
    """Keep what somebody chose in the notification settings."""
    reader = _locked(user)
    for name, value in chosen.items():
        setattr(reader, name, value)
    merged = {key: dict(row) for key, row in reader.switches.items()}
    for key, row in switches.items():
        merged[key] = {**merged.get(key, {}), **row}
    reader.switches = merged
    reader.save(update_fields=["switches", *chosen])
    return reader


@transaction.atomic
def unsubscribe(*, token: str) -> tuple[Kind, ...]:
    """No more mail of a kind, for the player the link was made for; twice is once."""
    pk, found = read_unsubscribe(token)
    reader = _locked(User.objects.get(pk=pk))
    for kind in found:
        row = {**reader.switches.get(kind.key, {}), MAIL: False}
        reader.switches = {**reader.switches, kind.key: row}
    reader.save(update_fields=["switches"])
    return found


def read_unsubscribe(token: str) -> tuple[int, tuple[Kind, ...]]:
    pk, key = tokens.read_unsubscribe(token)
    found = kinds.named(key)
    known = key in kinds.FORMER or any(kind.switchable for kind in found)
    if not known or not User.objects.filter(pk=pk).exists():
        raise BadToken("unknown")
    return pk, found


def read_all(*, user: User) -> None:
    """The list was opened: what is there now counts as read."""
    now = timezone.now()
    if not Reader.objects.filter(user=user).update(seen_at=now):
        Reader.objects.get_or_create(user=user, defaults={"seen_at": now})


def mute(*, user: User, about: str, on: bool) -> None:
    if on:
        Muted.objects.get_or_create(user=user, about=about)
    else:
        Muted.objects.filter(user=user, about=about).delete()


def prune() -> int:
    """Old news. What is still to be told stays until it was."""
    old = Notice.objects.filter(at__lt=timezone.now() - KEEP, planned_at__isnull=False)
    busy = old.filter(deliveries__state__in=("waiting", "handed"))
    return old.exclude(pk__in=busy.values("pk")).delete()[0]


def _locked(user: User) -> Reader:
    Reader.objects.get_or_create(user=user)
    return Reader.objects.select_for_update().get(user=user)
