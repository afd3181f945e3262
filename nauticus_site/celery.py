"""The Celery application. Tasks are thin: they call a service of their app."""

from __future__ import annotations

import os

from celery import Celery

from outbox.pulse import Pulse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

app = Celery("nauticus_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Pulse)
