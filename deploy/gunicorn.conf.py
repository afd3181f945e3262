"""gunicorn: plain requests, in threads. `gunicorn -c deploy/gunicorn.conf.py nauticus_site.wsgi`"""

from __future__ import annotations

import os
from typing import Any

from ops.logs import logging_config

# Under systemd the socket comes from nauticus-web.socket and this is not used.
bind = os.environ.get("WEB_BIND", "unix:/run/nauticus/web.sock")
umask = 0o007  # the socket: user and group only (nginx is in the group)
workers = int(os.environ.get("WEB_WORKERS", str(2 * (os.cpu_count() or 1))))
worker_class = "gthread"
# Loaded once and shared by all workers. So a new release needs a restart, not a reload;
# systemd holds the socket meanwhile, and requests wait in it instead of failing.
preload_app = True
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

timeout = 30
graceful_timeout = 30  # requests under way may end before a worker stops
keepalive = 75  # longer than nginx keeps an idle connection open
backlog = 512
max_requests = 20_000  # a slow leak never grows old
max_requests_jitter = 2_000

limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190

accesslog = None  # the site writes one line per request itself, without paths and queries
logconfig_dict = logging_config(
    json=os.environ.get("PROFILE") == "production", level=os.environ.get("LOG_LEVEL", "INFO")
)
# gunicorn's own lines go the same way, not through handlers of its own.
logconfig_dict["loggers"]["gunicorn.error"] = {"handlers": [], "propagate": True}
control_socket_disable = True  # systemd manages it


# Loading the site imports Twisted, which takes systemd's variables for itself.
_from_systemd = {k: os.environ[k] for k in ("LISTEN_PID", "LISTEN_FDS") if k in os.environ}


def on_starting(server: Any) -> None:
    """After the site is loaded and before gunicorn looks for its socket."""
    os.environ.update(_from_systemd)


def when_ready(server: Any) -> None:
    """Load the addresses once, before forking: the first visitor does not wait for it."""
    from django.urls import get_resolver

    get_resolver()._populate()


def child_exit(server: Any, worker: Any) -> None:
    """Forget the gauges of a worker that has gone."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)
