"""Mail for operators: who got what when, without the text, and what became of it."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from mail.models import AddressState, LocalMail, SentMail
from ops.admin import ReadOnly


@admin.register(LocalMail)
class LocalMailAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("received_at", "subject", "recipients")
    search_fields = ("subject", "=message_id")
    date_hierarchy = "received_at"
    fields = ("received_at", "message_id", "sender", "recipients", "subject")


@admin.register(SentMail)
class SentMailAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("created_at", "effect_id", "state_shown", "reason")
    list_display_links = ("created_at", "effect_id")
    search_fields = ("=effect_id", "=message_id")
    search_help_text = _("Effect number or Message-ID")
    show_full_result_count = False
    fields = (
        ("effect_id", "message_id"),
        ("created_at", "accepted_at", "delivered_at"),
        ("bounced_at", "complained_at", "reason"),
        "digest",
    )

    @admin.display(description=_("state"))
    def state_shown(self, sent: SentMail) -> str:
        return sent.state


@admin.register(AddressState)
class AddressStateAdmin(ReadOnly, admin.ModelAdmin):
    """By hash only: an address is found through the mail that bounced."""

    list_display = ("digest", "failures", "off_reason", "off_at", "last_at")
    list_filter = ("off_reason",)
    search_fields = ("=digest",)
    fields = (
        "digest",
        ("failures", "last_at", "complained_at"),
        ("off_at", "off_reason", "allowed_at"),
    )
