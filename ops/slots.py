"""Places on a page that apps above fill, without the page knowing them.

`settings.PAGE_SLOTS` names the functions that fill each slot, in their order. A function is called
with what the page is about and with who looks at it (None for a visitor), once the page has made
sure that this person may see it. It only reads, shows no more than its viewer may know, and
answers None when it has nothing to say.

A function that fails leaves its place empty and a line in the log: no page goes down with its
ornaments. While somebody develops (`DEBUG`), the error is raised instead.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, Final, TypeVar

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.utils.module_loading import import_string

from ops.snapshots import snapshot

log = structlog.get_logger(__name__)
T = TypeVar("T")

NAMES: Final = ("charter", "result", "profile", "profile_matches", "home")


def is_filled(name: str) -> bool:
    return bool(settings.PAGE_SLOTS.get(name))


def answers(name: str, thing: object, viewer: object, read: Callable[[Any], T]) -> list[T]:
    """What the functions of a slot answer, in order; `read` makes of it what the page needs."""
    found = []
    for path in settings.PAGE_SLOTS.get(name, ()):
        try:
            # Inside a transaction a failed statement would spoil what the page reads afterwards.
            aside = transaction.atomic() if connection.in_atomic_block else nullcontext()
            with snapshot(), aside:
                answer = import_string(path)(thing, viewer)
                if answer is not None:
                    found.append(read(answer))
        except Exception:
            if settings.DEBUG:
                raise
            log.exception("page_slot_failed", slot=name, path=path)
    return found
