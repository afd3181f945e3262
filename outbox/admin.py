"""Promised effects as operators see them: what waits, what fails, try again."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ops.admin import ReadOnly
from ops.redact import redact, redact_text
from outbox import services
from outbox.models import Effect


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Effect]
    ) -> list[tuple[str, Any]]:
        return [
            ("waiting", _("waiting")),
            ("failing", _("failing")),
            ("given-up", _("given up")),
            ("done", _("done")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Effect]) -> QuerySet[Effect]:
        open_ = Q(done_at__isnull=True, given_up_at__isnull=True)
        wanted = {
            "waiting": open_,
            "failing": open_ & ~Q(last_error=""),
            "given-up": Q(done_at__isnull=True, given_up_at__isnull=False),
            "done": Q(done_at__isnull=False),
        }
        return queryset.filter(wanted.get(self.value() or "", Q()))


@admin.register(Effect)
class EffectAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("id", "kind", "lane", "state", "due_at", "attempts", "error")
    list_display_links = ("id", "kind")
    list_filter = (StateFilter, "kind", "lane")
    search_fields = ("=id", "=key", "=request_id")
    search_help_text = _("Number, key or request id")
    ordering = ("-id",)
    show_full_result_count = False
    actions = ("try_again",)
    fields = (
        ("kind", "lane", "state"),
        ("created_at", "due_at", "claimed_until"),
        ("done_at", "given_up_at", "attempts"),
        "error",
        ("key_shown", "request_id"),
        "payload_shown",
    )
    readonly_fields = ("state", "error", "key_shown", "payload_shown")

    @admin.display(description=_("state"))
    def state(self, effect: Effect) -> Any:
        if effect.done_at:
            return _("done")
        if effect.given_up_at:
            return _("given up")
        if effect.claimed_until and effect.claimed_until > timezone.now():
            return _("running")
        return _("failing") if effect.last_error else _("waiting")

    @admin.display(description=_("last error"))
    def error(self, effect: Effect) -> str:
        return redact_text(effect.last_error)[:300]

    @admin.display(description=_("key"))
    def key_shown(self, effect: Effect) -> str:
        return redact_text(effect.key or "")

    @admin.display(description=_("payload"))
    def payload_shown(self, effect: Effect) -> str:
        """Mail bodies hold links that open accounts: operators see the shape, not the text."""
        return json.dumps(redact(effect.payload), indent=2, ensure_ascii=False, default=str)

    def has_try_again_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("outbox.change_effect"))

    @admin.action(description=_("Try again now"), permissions=["try_again"])
    def try_again(self, request: HttpRequest, queryset: QuerySet[Effect]) -> None:
        count = services.retry_now(queryset)
        for effect in queryset.filter(done_at__isnull=True):
            self.log_change(request, effect, "try again now")
        messages.success(
            request,
            ngettext("%d effect will be retried.", "%d effects will be retried.", count) % count,
        )
