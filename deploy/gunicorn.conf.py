"""gunicorn: plain requests, in threads. `gunicorn -c deploy/gunicorn.conf.py nauticus_site.wsgi`"""

from __future__ import annotations

import os
from typing import Any

from ops.logs import logging_config

bind = os.environ.get("WEB_BIND", "unix:/run/nauticus/web.sock")
umask = 0o007  # the socket: user and group only (nginx is in the group)
workers = int(os.environ.get("WEB_WORKERS", str(2 * (os.cpu_count() or 1))))
worker_class = "gthread"
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


def child_exit(server: Any, worker: Any) -> None:
    """Forget the gauges of a worker that has gone."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)
