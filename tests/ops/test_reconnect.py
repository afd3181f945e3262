"""A worker outlives Redis, also when it dies with messages in hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from kombu import Connection, Consumer, Queue
from kombu.utils.imports import symbol_by_name

from nauticus_site.celery import app
from nauticus_site.env import celery_broker
from tools.services import Services


@pytest.mark.filterwarnings("ignore::celery.exceptions.CPendingDeprecationWarning")
def test_a_lost_connection_with_a_message_in_hand_does_not_end_the_worker() -> None:
    redis = Services()
    connection = Connection(celery_broker(redis.start_valkey()))
    queue = Queue("lane", channel=connection.default_channel)
    with connection.Producer() as producer:
        producer.publish("wake up", routing_key="lane", declare=[queue])
    received: list[object] = []
    Consumer(connection, [queue], on_message=received.append).consume()
    Consumer(connection.channel(), [Queue("orders to workers")]).consume()
    connection.drain_events(timeout=5)
    with pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.1)  # and waits for the next, the first unacknowledged
    kind = symbol_by_name(app.conf.worker_consumer)
    worker = kind.__new__(kind)  # without a worker around it
    worker.app, worker.connection, worker.qos_global = app, connection, False
    worker.pool, worker.prefetch_multiplier = SimpleNamespace(num_processes=1), 1
    redis.stop()

    worker.on_connection_error_after_connected(ConnectionError("Redis is gone"))

    assert len(received) == 1
    assert worker.connection is None
