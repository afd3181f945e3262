"""Plain requests in production, served by gunicorn threads."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

application = get_wsgi_application()

from ops.input import PlainRequest  # noqa: E402 - the models are ready now

application.request_class = PlainRequest
