"""Web sockets, and plain requests when daphne serves the whole site (`make run`)."""

from __future__ import annotations

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

http = get_asgi_application()  # first: it makes the models ready for what follows

from games.live.routing import websocket_urlpatterns  # noqa: E402
from ops.input import AsyncRequest  # noqa: E402
from ops.servers import dress_daphne  # noqa: E402
from ops.sockets import SoundHandshake, refuse  # noqa: E402

dress_daphne()
http.request_class = AsyncRequest

nobody: Any = re_path("", refuse)  # type: ignore[arg-type]  # typed for plain views
sockets = URLRouter([*websocket_urlpatterns, nobody])
listeners = AllowedHostsOriginValidator(AuthMiddlewareStack(sockets))
application = ProtocolTypeRouter({"http": http, "websocket": SoundHandshake(listeners)})
