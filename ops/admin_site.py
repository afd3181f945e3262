"""The operators' office: Django's admin, entered through the site's own log-in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

# What operators look at comes first; the rest follows by name.
ORDER = ["outbox", "mail", "accounts", "account", "mfa", "usersessions", "auth", "admin"]


class HarbourAdmin(AdminSite):
    site_header = _("Nauticus administration")
    site_title = _("Administration")
    index_title = _("Site administration")
    enable_nav_sidebar = True

    def has_permission(self, request: HttpRequest) -> bool:
        user = request.user
        return bool(user.is_active and user.is_staff and not getattr(user, "is_guest", False))

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """No second log-in form: the site's own has rate limits and the second factor."""
        index = reverse("admin:index", current_app=self.name)
        wanted = request.GET.get("next", "")
        if not url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
            wanted = index
        if self.has_permission(request):
            return redirect(wanted)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(wanted, resolve_url(settings.LOGIN_URL))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        found = super().get_app_list(request, app_label)
        place = {label: n for n, label in enumerate(ORDER)}
        return sorted(found, key=lambda app: (place.get(app["app_label"], 3.5), app["name"]))
