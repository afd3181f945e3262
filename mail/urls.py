from __future__ import annotations

from django.urls import path

from mail import views

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("inbox/<int:pk>/", views.message, name="inbox_message"),
    path("inbox/<int:pk>/html/", views.message_html, name="inbox_message_html"),
    path("inbox/<int:pk>/images/<str:cid>", views.image, name="inbox_image"),
    path("mail/events/", views.events, name="mail_events"),
]
