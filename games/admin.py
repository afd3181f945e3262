"""Matches in the admin: to look things up. Positions, secrets and drafts are not shown."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin
from games.models import Match, Message, Report, Seat
from games.terms.charter import TERMS


class SeatInline(admin.TabularInline):
    model = Seat
    fields = readonly_fields = (
        "number", "user", "bot", "owes", "deadline", "autopilot", "place", "score",
    )  # fmt: skip
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("code", "name", "title", "status", "size", "rated", "creator", "created_at")
    list_filter = ("status", "title", "rated", "visibility", "hot_seat", "guided")
    search_fields = ("code", "name", "creator__username")
    list_select_related = ("creator",)
    ordering = ("-created_at",)
    list_per_page = 50
    inlines = (SeatInline,)
    # Whoever runs the site may play too: nothing here tells more than a spectator sees.
    fields = (
        "code", "rules_version", "status", "ended", "creator", *TERMS, "hot_seat", "guided",
        "created_at", "started_at", "finished_at", "ply", "moved_at", "commitment", "chain",
    )  # fmt: skip

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("state", "origin", "segments", "secret", "seed")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = ("at", "message_text", "author", "reporter", "reason", "settled_at")
    list_filter = ("settled_at",)
    list_select_related = ("message__author", "reporter")
    ordering = ("settled_at", "-at")
    actions = ("hide_message", "settle")
    fields = ("message", "reporter", "reason", "at", "settled_at")

    @admin.display(description=_("message"))
    def message_text(self, report: Report) -> str:
        return report.message.text

    @admin.display(description=_("author"))
    def author(self, report: Report) -> str:
        return str(report.message.author)

    @admin.action(description=_("Hide the message and settle"))
    def hide_message(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        Message.objects.filter(reports__in=reports).update(hidden=True)
        self.settle(request, reports)

    @admin.action(description=_("Settle without hiding"))
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        reports.filter(settled_at=None).update(settled_at=timezone.now())
