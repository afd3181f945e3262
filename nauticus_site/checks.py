"""System checks: what is not wrong enough to refuse the start, but should be put right.

`nauticus_site.env` refuses insecure values at once. These run with `manage.py check`, those
marked for deployment with `check --deploy`; each names the variable and the remedy.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.utils.module_loading import import_string

from nauticus_site.env import on_this_machine
from ops import slots

Configs = Sequence[AppConfig] | None


def named_functions() -> list[tuple[str, str]]:
    """Every function that a setting names by its dotted path, with the setting's name."""
    found = [("OUTBOX_HANDLERS", path) for path in settings.OUTBOX_HANDLERS.values()]
    for name in ("ENTRY_GATES", "SEED_SOURCES"):
        found += [(name, path) for path in getattr(settings, name).values()]
    found += [("NOTICE_CHANNELS", f"{path}.send") for path in settings.NOTICE_CHANNELS.values()]
    found += [("PAGE_SLOTS", path) for paths in settings.PAGE_SLOTS.values() for path in paths]
    found += [("DATA_EXPORT_SECTIONS", path) for _, path in settings.DATA_EXPORT_SECTIONS]
    for name in (
        "ANONYMISE_STEPS", "GUEST_KEEPERS", "DEMO_FILLERS", "TURN_CALLED", "MATCH_FINISHED",
        "MAIL_CHANNEL_OFF",
        "FRIEND_ASKED", "METRIC_COLLECTORS",
        "NOTICE_TOLD",
    ):  # fmt: skip
        found += [(name, path) for path in getattr(settings, name)]
    return found


@register(Tags.compatibility)
def dotted_paths(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for name, path in named_functions():
        try:
            import_string(path)
        except ImportError as error:
            found.append(
                Warning(
                    f"{name} names {path!r}, which cannot be imported: {error}",
                    hint="Correct the dotted path, or the module it names.",
                    id="nauticus.W006",
                )
            )
    return found


@register(Tags.compatibility)
def page_slots(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    return [
        Warning(
            f"PAGE_SLOTS fills {name!r}, which is on no page.",
            hint=f"Use one of {', '.join(slots.NAMES)}.",
            id="nauticus.W007",
        )
        for name in settings.PAGE_SLOTS
        if name not in slots.NAMES
    ]


@register(Tags.files)
def state_directory(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    place = Path(settings.VAR_DIR)
    while not place.exists():
        place = place.parent
    if os.access(place, os.W_OK):
        return []
    return [
        Error(
            f"VAR_DIR ({settings.VAR_DIR}) cannot be written by this user.",
            hint="Set VAR_DIR to a directory that belongs to the user the site runs as.",
            id="nauticus.E001",
        )
    ]


@register(Tags.caches)
def shared_cache(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    if settings.CACHES["default"]["BACKEND"] == "ops.cache.ResilientRedisCache":
        return []
    return [
        Warning(
            "CACHES does not use ops.cache.ResilientRedisCache: an outage of Redis stops log-in.",
            hint="Set CACHES['default']['BACKEND'] to ops.cache.ResilientRedisCache.",
            id="nauticus.W001",
        )
    ]


@register(Tags.security, deploy=True)
def metrics_open(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    if settings.METRICS_TOKEN or settings.PROFILE != "production":
        return []
    return [
        Warning(
            "METRICS_TOKEN is not set: /metrics answers nobody, so nothing watches the site.",
            hint="Set METRICS_TOKEN to 32 or more random characters and give it to Prometheus.",
            id="nauticus.W002",
        )
    ]


@register(Tags.security, deploy=True)
def database_encrypted(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    parts = urlsplit(settings.DATABASE_URL)
    mode = parse_qs(parts.query).get("sslmode", [""])[0]
    if on_this_machine(parts.hostname) or mode in ("require", "verify-ca", "verify-full"):
        return []
    return [
        Warning(
            "DATABASE_URL names another machine without asking for encryption.",
            hint="Append ?sslmode=require (or verify-full with a certificate authority).",
            id="nauticus.W003",
        )
    ]


@register(Tags.security, deploy=True)
def proxies(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    if settings.PROFILE != "production" or settings.TRUSTED_PROXIES > 0:
        return []
    return [
        Warning(
            "TRUSTED_PROXIES is 0: behind a proxy all visitors would share one rate limit.",
            hint="Set TRUSTED_PROXIES to the number of proxies in front (1 for one nginx).",
            id="nauticus.W004",
        )
    ]


@register(Tags.security, deploy=True)
def metrics_directory(app_configs: Configs, **kwargs: Any) -> list[CheckMessage]:
    directory = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if settings.PROFILE != "production" or directory:
        return []
    return [
        Warning(
            "PROMETHEUS_MULTIPROC_DIR is not set: /metrics would show one process of many.",
            hint="Set PROMETHEUS_MULTIPROC_DIR to an empty directory on a memory file system.",
            id="nauticus.W005",
        )
    ]
