"""Saying that something happened. What follows from it is decided elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from notices import kinds
from notices.models import Notice
from ops.sql import Batch


def tell(
    *,
    users: Iterable[int],
    kind: str,
    about: str = "",
    data: dict[str, Any] | None = None,
    at: datetime | None = None,
    key: str | None = None,
) -> None:
    """News for these players, with the caller's transaction. The same key is the same news.

    `data` must hold nothing one of them may not know.
    """
    if kinds.find(kind) is None:
        raise ValueError(f"No kind of news is registered as {kind!r}.")
    moment = at or timezone.now()
    rows = [
        Notice(
            user_id=user,
            kind=kind,
            about=about,
            data=data or {},
            at=moment,
            key=None if key is None else f"{key}:{user}",
        )
        for user in sorted(set(users))
    ]
    if key is not None:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
    else:
        record(rows)


def record(rows: Sequence[Notice]) -> None:
    """The same, row by row: turns are told in the transaction that takes one, by one statement."""
    batch = Batch()
    batch.insert(rows)
    batch.send()
