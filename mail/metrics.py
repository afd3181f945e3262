"""What became of mails in this process; what came back later is read from the database."""

from __future__ import annotations

from prometheus_client import Counter

MAILS = Counter("nauticus_mails_total", "Mails by what became of them.", ["state"])


def count(state: str) -> None:
    """`handed_over`, `refused` (for good), `failed` (tried again), `postponed`, `stopped`."""
    MAILS.labels(state).inc()
