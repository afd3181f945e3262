"""Players in the admin: to look things up and to help, not to edit lives.

Staff log in where everybody does (`ops.admin_site`): second factors and rate limits hold.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import DataExport, User


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AddressInline(admin.TabularInline):
    model = EmailAddress
    fields = readonly_fields = ("email", "verified", "primary")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AuthenticatorInline(admin.TabularInline):
    """Shown without its secret; deleted here for somebody who lost all of their factors."""

    model = Authenticator
    fields = readonly_fields = ("type", "created_at", "last_used_at")
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("username", "kind", "address", "date_joined", "last_seen", "is_staff")
    list_filter = ("is_guest", "is_staff", "is_active", "date_joined", "anonymised_at")
    search_fields = ("username", "email")
    ordering = ("-date_joined",)
    date_hierarchy = "date_joined"
    list_per_page = 50
    fieldsets = (
        (
            None,
            {"fields": ("username", "address", "kind", "date_joined", "last_login", "last_seen")},
        ),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme", "patterns")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Deletion"), {"fields": ("deletion_due", "anonymised_at")}),
    )
    readonly_fields = (
        "username", "address", "kind", "date_joined", "last_login", "last_seen", "language",
        "time_zone", "theme", "patterns", "deletion_due", "anonymised_at",
    )  # fmt: skip
    filter_horizontal = ("groups",)
    inlines = (AddressInline, AuthenticatorInline)

    @admin.display(description=_("kind"))
    def kind(self, user: User) -> str:
        if user.is_former:
            return str(_("former player"))
        return str(_("guest") if user.is_guest else _("player"))

    @admin.display(description=_("e-mail address"), ordering="email")
    def address(self, user: User) -> str:
        """Somebody who wants to be taken for another may have typed it: say if it is theirs."""
        if not user.email or getattr(user, "confirmed", False):
            return user.email
        return gettext("%(address)s (not confirmed)") % {"address": user.email}

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        own = EmailAddress.objects.filter(
            user=OuterRef("pk"), email=Lower(OuterRef("email")), verified=True
        )
        return super().get_queryset(request).annotate(confirmed=Exists(own))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # rows stay; accounts are deleted by their owners

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Only a superuser hands out rights."""
        fixed = tuple(self.readonly_fields)
        if getattr(request.user, "is_superuser", False):
            return fixed
        return (*fixed, "is_staff", "is_superuser", "groups")


@admin.register(DataExport)
class DataExportAdmin(ReadOnlyAdmin):
    list_display = ("user", "state", "requested_at", "finished_at", "expires_at", "size")
    list_filter = ("state",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[DataExport]:
        return super().get_queryset(request).select_related("user")


for _model in (EmailAddress, EmailConfirmation, Authenticator, UserSession):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)  # seen beside the player, never with their secrets
if admin.site.is_registered(Group):
    admin.site.unregister(Group)
