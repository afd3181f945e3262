"""Numbers for Prometheus.

Several processes serve the site: with PROMETHEUS_MULTIPROC_DIR set, each writes its counts to
files there and `/metrics` adds them up, those of Celery workers on the same host included.
What lives in the database (the outbox) is read when asked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error
from django.db.models import Count, Min, Q
from django.utils import timezone
from django.utils.module_loading import import_string
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from ops.health import database_answers

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REQUESTS = Counter(
    "nauticus_http_requests_total", "Requests answered.", ["route", "method", "status"]
)
LATENCY = Histogram(
    "nauticus_http_request_seconds", "Time to answer.", ["route", "method"], buckets=SECONDS
)
TASKS = Counter("nauticus_tasks_total", "Celery tasks ended.", ["task", "state"])
TASK_SECONDS = Histogram("nauticus_task_seconds", "Time a task took.", ["task"], buckets=SECONDS)


def count_request(route: str, method: str, status: int, seconds: float) -> None:
    method = method if method in METHODS else "OTHER"
    REQUESTS.labels(route, method, str(status)).inc()
    LATENCY.labels(route, method).observe(seconds)


class DatabaseCollector(Collector):
    """For numbers that apps above read from the database (`METRIC_COLLECTORS`): none without it."""

    def collect(self) -> Iterator[Metric]:
        try:
            # Asked beside the pool first: waiting for a place in it takes longer than a scrape.
            yield from list(self.read()) if database_answers() else ()
        except Error:
            return

    def read(self) -> Iterator[Metric]:
        raise NotImplementedError


class OutboxCollector(Collector):
    """Promised effects that wait, are late, or were given up."""

    def collect(self) -> Iterator[Metric]:
        up = GaugeMetricFamily("nauticus_database_up", "1 if the outbox could be read.")
        try:
            # Asked beside the pool first: waiting for a place in it takes longer than a scrape.
            families = list(self._read()) if database_answers() else None
        except Error:
            families = None
        if families is None:
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        yield up
        yield from families

    def _read(self) -> Iterator[Metric]:
        now = timezone.now()
        effects = apps.get_model("outbox", "Effect")._default_manager.filter(done_at__isnull=True)
        waiting = Q(given_up_at__isnull=True)
        rows = effects.values("lane").annotate(
            waiting=Count("pk", filter=waiting),
            due=Count("pk", filter=waiting & Q(due_at__lte=now)),
            oldest=Min("due_at", filter=waiting & Q(due_at__lte=now)),
            given_up=Count("pk", filter=~waiting),
        )
        found: dict[str, dict[str, Any]] = {row["lane"]: dict(row) for row in rows}
        names = {
            "waiting": "Effects not carried out yet, also those due later.",
            "due": "Effects due now.",
            "given_up": "Effects given up after the last attempt.",
        }
        for name, text in names.items():
            family = GaugeMetricFamily(f"nauticus_outbox_{name}", text, labels=["lane"])
            for lane in ("fast", "slow"):
                family.add_metric([lane], found.get(lane, {}).get(name, 0))
            yield family
        age = GaugeMetricFamily(
            "nauticus_outbox_oldest_due_seconds",
            "How late the oldest due effect is.",
            labels=["lane"],
        )
        for lane in ("fast", "slow"):
            oldest = found.get(lane, {}).get("oldest")
            age.add_metric([lane], (now - oldest).total_seconds() if oldest else 0)
        yield age


class MailCollector(Collector):
    """What came back: noted by processes that end at once, so the database knows."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from list(self._read()) if database_answers() else []
        except Error:
            return

    def _read(self) -> Iterator[Metric]:
        sent = apps.get_model("mail", "SentMail")._default_manager
        states = apps.get_model("mail", "AddressState")._default_manager
        figures = {
            "nauticus_mails_bounced": (
                "Mails of the last 90 days that failed for good.",
                sent.filter(bounced_at__isnull=False),
            ),
            "nauticus_mails_complained": (
                "Mails of the last 90 days that were called spam.",
                sent.filter(complained_at__isnull=False),
            ),
            "nauticus_mail_addresses_off": (
                "Addresses that get no notification mail any more.",
                states.filter(off_at__isnull=False),
            ),
        }
        for name, (text, rows) in figures.items():
            yield GaugeMetricFamily(name, text, value=rows.count())


class ProcessesCollector(Collector):
    """Memory and time of every process that counts into the shared directory."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def collect(self) -> Iterator[Metric]:
        labels = ["pid"]
        memory = GaugeMetricFamily(
            "nauticus_process_resident_bytes", "Memory in use.", labels=labels
        )
        cpu = CounterMetricFamily(
            "nauticus_process_cpu_seconds", "Processor time used.", labels=labels
        )
        files = GaugeMetricFamily("nauticus_process_open_files", "Open files.", labels=labels)
        tick, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
        found = (re.search(r"_(\d+)\.db$", path.name) for path in self.directory.glob("*.db"))
        for pid in sorted({match[1] for match in found if match}, key=int):
            process = Path("/proc") / pid
            try:
                stat = (process / "stat").read_text().rpartition(")")[2].split()
                opened = len(list((process / "fd").iterdir()))
            except OSError:
                continue  # gone, or another user's
            cpu.add_metric([pid], (int(stat[11]) + int(stat[12])) / tick)
            memory.add_metric([pid], int(stat[21]) * page)
            files.add_metric([pid], opened)
        yield from (memory, cpu, files)


def exposition() -> bytes:
    """Everything, in Prometheus' text format."""
    registry = CollectorRegistry(auto_describe=False)
    directory = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if directory:
        MultiProcessCollector(registry)
        registry.register(ProcessesCollector(Path(directory)))
        own = b""
    else:
        own = generate_latest(REGISTRY)
    registry.register(OutboxCollector())
    registry.register(MailCollector())
    for path in settings.METRIC_COLLECTORS:
        registry.register(import_string(path)())
    return own + generate_latest(registry)
