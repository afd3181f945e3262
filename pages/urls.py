from __future__ import annotations

from django.urls import path

from pages import app, debug, files, mails, preferences, views

urlpatterns = [
    path("", views.home, name="home"),
    path("ladder/", views.ladder, name="ladder"),
    path("tournaments/", views.tournaments, name="tournaments"),
    path("rules/", views.rules, name="rules"),
    path("news/", views.news, name="news"),
    path("news.atom", views.news_feed, name="news_feed"),
    path("about/", views.about, name="about"),
    path("privacy/", views.privacy, name="privacy"),
    path("terms/", views.terms, name="terms"),
    path("contact/", views.contact, name="contact"),
    path("theme/", preferences.theme, name="theme"),
    path("language/", preferences.language, name="language"),
    path("manifest.webmanifest", files.manifest, name="manifest"),
    path("sw.js", app.worker, name="worker"),
    path("offline/", app.offline, name="offline"),
    path("favicon.ico", files.favicon, name="favicon"),
    path("robots.txt", files.robots, name="robots"),
    path("debug/components/", debug.components, name="components"),
    path("debug/mails/", mails.mails, name="mails"),
    path("debug/mails/<path:name>/html/", mails.mail_html, name="mail_preview_html"),
    path("debug/mails/<path:name>/", mails.mail, name="mail_preview"),
]
