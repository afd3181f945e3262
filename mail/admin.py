"""The local inbox for operators: who got what when, without the text."""

from __future__ import annotations

from django.contrib import admin

from mail.models import LocalMail
from ops.admin import ReadOnly


@admin.register(LocalMail)
class LocalMailAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("received_at", "subject", "recipients")
    search_fields = ("subject", "=message_id")
    date_hierarchy = "received_at"
    fields = ("received_at", "message_id", "sender", "recipients", "subject")
