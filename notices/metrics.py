"""Numbers for Prometheus: what was told, how late, what failed."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

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
