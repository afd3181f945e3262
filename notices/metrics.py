"""Numbers for Prometheus: what was told, how late, what failed, what waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, Q
from django.utils import timezone
from prometheus_client import Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric

from notices.models import Delivery
from ops.metrics import DatabaseCollector

SECONDS = (1, 5, 15, 60, 300, 1800, 3600, 7200, 21600, 86400)

TOLD = Counter("nauticus_notices_total", "Notices told.", ["kind", "channel"])
FAILED = Counter(
    "nauticus_notice_failures_total", "Attempts to tell that failed.", ["kind", "channel"]
)
WAITED = Histogram(
    "nauticus_notice_delay_seconds", "From the event to the telling.", ["channel"], buckets=SECONDS
)


def told(kind: str, channel: str, seconds: float) -> None:
    TOLD.labels(kind, channel).inc()
    WAITED.labels(channel).observe(max(seconds, 0.0))


class DeliveriesCollector(DatabaseCollector):
    """Deliveries on their way, by channel. What the reader wants later isn't late."""

    def read(self) -> Iterator[Metric]:
        now = timezone.now()
        waiting, handed = (Q(state=state) for state in ("waiting", "handed"))
        due = waiting & Q(due_at__lte=now)
        rows = (
            Delivery.objects.filter(waiting | handed)
            .values("channel")
            .annotate(
                waiting=Count("pk", filter=waiting),
                due=Count("pk", filter=due),
                handed=Count("pk", filter=handed),
                oldest=Min("due_at", filter=due | handed),
            )
        )
        found: dict[str, dict[str, Any]] = {row["channel"]: dict(row) for row in rows}
        channels = [*settings.NOTICE_CHANNELS, *sorted(set(found) - set(settings.NOTICE_CHANNELS))]
        names = {
            "waiting": "Deliveries that wait, also those due later.",
            "due": "Deliveries that are due and not yet with the outbox.",
            "handed": "Deliveries the outbox has and hasn't carried out.",
        }
        for name, text in names.items():
            family = GaugeMetricFamily(f"nauticus_deliveries_{name}", text, labels=["channel"])
            for channel in channels:
                family.add_metric([channel], found[channel][name] if channel in found else 0)
            yield family
        age = GaugeMetricFamily(
            "nauticus_deliveries_oldest_due_seconds",
            "How late the oldest delivery is that should have been made.",
            labels=["channel"],
        )
        for channel in channels:
            oldest = found[channel]["oldest"] if channel in found else None
            age.add_metric([channel], (now - oldest).total_seconds() if oldest else 0)
        yield age
