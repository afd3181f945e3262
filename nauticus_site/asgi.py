"""Web sockets, and plain requests when daphne serves the whole site (`make run`)."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

application = ProtocolTypeRouter({"http": get_asgi_application()})
