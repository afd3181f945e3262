"""The yardstick: a bare Django view that locks a row, inserts one and updates one.

Its own little site on the same settings, served by the same gunicorn: behind the site's
middleware, or with none at all (`BARE=naked`).
"""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

import django

django.setup()

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from games.models import Entry, Match

settings.ROOT_URLCONF = "tools.bench.bare"
if os.environ.get("BARE") == "naked":
    settings.MIDDLEWARE = []
application = WSGIHandler()


@csrf_exempt
def bare(request: HttpRequest, code: str) -> JsonResponse:
    number = int.from_bytes(os.urandom(3), "big") + 1_000_000
    with transaction.atomic():
        match = Match.objects.select_for_update().only("pk").get(code=code)
        Entry.objects.create(match=match, number=number, ply=0, seat=0, kind="bench")
        Match.objects.filter(pk=match.pk).update(moved_at=timezone.now())
    return JsonResponse({"ok": True})


urlpatterns = [path("t/<str:code>/move/", bare)]
