from __future__ import annotations

from django.urls import path

from notices.views import addresses, calendar, notices, settings

urlpatterns = [
    path("notices/", notices.page, name="notices"),
    path("notices/read/", notices.read, name="notices_read"),
    path("notices/bell/", notices.bell, name="notices_bell"),
    path("account/notifications/", settings.notifications, name="notifications"),
    path("account/notifications/mute/", settings.mute, name="notifications_mute"),
    path("account/notifications/test/", settings.test_mail, name="notifications_test"),
    path("account/notifications/mail/", settings.mail_again, name="notifications_mail_again"),
    path("account/notifications/push/", addresses.push_subscribe, name="push_subscribe"),
    path("account/notifications/push/renew/", addresses.push_renew, name="push_renew"),
    path("account/notifications/push/<int:pk>/remove/", addresses.push_remove, name="push_remove"),
    path("account/notifications/webhook/", addresses.webhook, name="webhook"),
    path("account/notifications/webhook/test/", addresses.webhook_test, name="webhook_test"),
    path("account/notifications/webhook/secret/", addresses.webhook_secret, name="webhook_secret"),
    path("account/notifications/webhook/remove/", addresses.webhook_remove, name="webhook_remove"),
    path("account/notifications/calendar/", calendar.make, name="calendar_make"),
    path("account/notifications/calendar/revoke/", calendar.revoke, name="calendar_revoke"),
    path("unsubscribe/<str:token>/", settings.unsubscribe, name="unsubscribe"),
]
