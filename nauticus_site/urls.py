"""Each app brings its own addresses."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("ops.urls")),
    path("", include("pages.urls")),
    path("", include("mail.urls")),
    path("", include("accounts.urls")),
    path("", include("notices.urls")),
    path("", include("games.web.urls")),
    path("account/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path(settings.ADMIN_PATH, admin.site.urls),
]

handler400 = "pages.errors.bad_request"
handler403 = "pages.errors.permission_denied"
handler404 = "pages.errors.page_not_found"
handler429 = "pages.errors.too_many_requests"  # read by django-allauth's rate limits
handler500 = "pages.errors.server_error"
