from __future__ import annotations

from django.urls import path

from notices.views import calendar, notices, settings

urlpatterns = [
    path("notices/", notices.page, name="notices"),
    path("notices/read/", notices.read, name="notices_read"),
    path("notices/bell/", notices.bell, name="notices_bell"),
    path("account/notifications/", settings.notifications, name="notifications"),
    path("account/notifications/mute/", settings.mute, name="notifications_mute"),
    path("account/notifications/test/", settings.test_mail, name="notifications_test"),
    path("account/notifications/calendar/", calendar.make, name="calendar_make"),
    path("account/notifications/calendar/revoke/", calendar.revoke, name="calendar_revoke"),
    path("unsubscribe/<str:token>/", settings.unsubscribe, name="unsubscribe"),
]
