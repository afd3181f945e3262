"""Who changed what in the admin: readable, never to be changed."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest


class ReadOnly:
    """For rows that a person may look at but only the site may write."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("action_time", "user", "content_type", "object_repr", "get_change_message")
    list_filter = ("action_flag", "content_type")
    list_select_related = ("user", "content_type")
    date_hierarchy = "action_time"
    search_fields = ("object_repr",)
