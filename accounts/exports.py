"""Download my data: one JSON file per request, built by the outbox's slow lane."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import DataExport, User
from outbox.models import Effect
from outbox.services import MAX_ATTEMPTS, renew

Section = Callable[[User], Any]


def path_of(code: uuid.UUID) -> Path:
    return Path(settings.VAR_DIR) / "exports" / f"{code}.json"


def remove_file(code: uuid.UUID) -> None:
    path_of(code).unlink(missing_ok=True)


def build(effect: Effect) -> None:
    """Carry out one `data-export` effect; a second run after a crash starts afresh."""
    export = DataExport.objects.select_related("user").filter(pk=effect.payload["export"]).first()
    if export is None or not export.is_at_work:
        return
    try:
        _build(export, effect)
    except Exception:
        if effect.attempts >= MAX_ATTEMPTS:
            _change(export, state=DataExport.State.FAILED, finished_at=timezone.now())
        raise


def _build(export: DataExport, effect: Effect) -> None:
    sections = settings.DATA_EXPORT_SECTIONS
    _change(export, state=DataExport.State.BUILDING, sections=len(sections), sections_done=0)
    data: dict[str, Any] = {
        "site": settings.SITE_NAME,
        "address": settings.SITE_URL,
        "made_at": timezone.now(),
    }
    for done, (name, dotted) in enumerate(sections, start=1):
        section: Section = import_string(dotted)
        data[name] = section(export.user)
        renew(effect)
        # Outside any transaction: the page that waits sees every step.
        _change(export, sections_done=done)
    size = _write(path_of(export.code), data)
    now = timezone.now()
    _change(
        export,
        state=DataExport.State.READY,
        size=size,
        finished_at=now,
        expires_at=now + settings.DATA_EXPORT_LIFETIME,
    )


def _change(export: DataExport, **changes: Any) -> None:
    DataExport.objects.filter(pk=export.pk).update(**changes)


def _write(path: Path, data: dict[str, Any]) -> int:
    """All or nothing, and readable by nobody else on the machine."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.part")
    text = json.dumps(data, cls=DjangoJSONEncoder, indent=2, ensure_ascii=False)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        size = file.write(text.encode())
    draft.replace(path)
    return size
