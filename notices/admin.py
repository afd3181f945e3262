"""Who is told what, for operators: to see what waits and what failed, never to change it.

Addresses that reach a person are shown by their host; secrets not at all.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from notices import kinds
from notices.models import Delivery, Muted, Notice, PushSubscription, Reader, Webhook
from ops.admin import ReadOnly
from ops.redact import redact_text


class KindFilter(admin.SimpleListFilter):
    """By the kinds that are registered: the table is long, and asking it for all would be slow."""

    title = _("kind")
    parameter_name = "kind"
    field = "kind"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, Any]]:
        return [(kind.key, kind.label) for kind in kinds.every()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.field: self.value()}) if self.value() else queryset


class NoticeKindFilter(KindFilter):
    field = "notice__kind"


class DeliveryInline(admin.TabularInline):
    model = Delivery
    fields = readonly_fields = ("channel", "state", "why", "due_at", "settled_at", "effect")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    @admin.display(description=_("reason"))
    def why(self, delivery: Delivery) -> str:
        return why(delivery)


@admin.register(Notice)
class NoticeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("id", "user", "kind", "about", "at", "planned_at", "answered_at")
    list_filter = (KindFilter,)
    list_select_related = ("user",)
    search_fields = ("=user__username", "=about")
    search_help_text = _("Player, or match:CODE")
    ordering = ("-id",)
    show_full_result_count = False
    inlines = (DeliveryInline,)
    fields = ("user", "kind", "about", "at", "planned_at", "answered_at")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("id", "user", "kind", "channel", "state", "why", "due_at", "settled_at")
    list_filter = ("state", NoticeKindFilter, "channel")
    list_select_related = ("user", "notice")
    search_fields = ("=user__username", "=notice__about", "=effect")
    search_help_text = _("Player, match:CODE or effect number")
    ordering = ("-id",)
    show_full_result_count = False
    fields = ("notice", "user", "kind", "channel", "state", "why", "due_at", "settled_at", "effect")
    readonly_fields = ("kind", "why")

    @admin.display(description=_("kind"), ordering="notice__kind")
    def kind(self, delivery: Delivery) -> str:
        return delivery.notice.kind

    @admin.display(description=_("reason"))
    def why(self, delivery: Delivery) -> str:
        return why(delivery)


@admin.register(Reader)
class ReaderAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("user", "timing", "quiet_from", "quiet_until", "turn_mail_at", "has_calendar")
    list_filter = ("timing",)
    list_select_related = ("user",)
    search_fields = ("=user__username",)
    fields = (
        "user", "timing", "daily_hour", "late_hours", "quiet_from", "quiet_until", "switches",
        "turn_mail_at", "turn_mail_effect", "has_calendar",
    )  # fmt: skip
    readonly_fields = ("has_calendar",)

    @admin.display(description=_("calendar feed"), boolean=True)
    def has_calendar(self, reader: Reader) -> bool:
        return bool(reader.calendar_digest)


@admin.register(Muted)
class MutedAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("user", "about")
    list_select_related = ("user",)
    search_fields = ("=user__username", "=about")


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("id", "user", "host", "agent", "created_at", "failing_since")
    list_select_related = ("user",)
    search_fields = ("=user__username",)
    fields = ("user", "host", "agent", "created_at", "failing_since")
    readonly_fields = ("host",)

    @admin.display(description=_("host"))
    def host(self, row: PushSubscription) -> str:
        return host_of(row.endpoint)


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("user", "host", "preset", "last_status", "last_at", "failing_since", "off_at")
    list_filter = ("preset",)
    list_select_related = ("user",)
    search_fields = ("=user__username",)
    fields = (
        "user", "host", "preset", "created_at", "last_status", "last_at", "failing_since",
        "off_at", "off_reason",
    )  # fmt: skip
    readonly_fields = ("host",)

    @admin.display(description=_("host"))
    def host(self, row: Webhook) -> str:
        return host_of(row.url)


def host_of(url: str) -> str:
    """Nothing but the name: the rest of such an address is what opens it."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def why(delivery: Delivery) -> str:
    """May be the error of a foreign server, which may repeat what it was sent."""
    return redact_text(delivery.reason)
