"""The yardstick: a bare Django view that locks a row, inserts one and updates one.

Its own little site on the same settings, without middleware, served by the same gunicorn.
"""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

from django.conf import settings  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import path  # noqa: E402

settings.ROOT_URLCONF = "tools.bench.bare"
settings.MIDDLEWARE = []
application = get_wsgi_application()

from django.db import transaction  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import Entry, Match  # noqa: E402


def bare(request: HttpRequest, code: str) -> JsonResponse:
    with transaction.atomic():
        match = Match.objects.select_for_update().only("pk", "creator_id").get(code=code)
        Entry.objects.create(match=match, number=_next(), ply=0, seat=0, kind="bench")
        Match.objects.filter(pk=match.pk).update(moved_at=timezone.now())
    return JsonResponse({"ok": True})


def _next() -> int:
    return int.from_bytes(os.urandom(3), "big") + 1_000_000


urlpatterns = [path("t/<str:code>/move/", bare)]
