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
    path("", include("games.urls")),
    path("account/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path(settings.ADMIN_PATH, admin.site.urls),
]
