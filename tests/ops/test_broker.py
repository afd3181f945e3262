"""What a worker does with the line to Redis once it is lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from celery import Celery
from kombu import Consumer, Queue

from nauticus_site.celery import app
from nauticus_site.env import celery_broker
from tools.services import Services


@pytest.fixture
def own_valkey() -> Iterator[Services]:
    services = Services()
    yield services
    services.stop()


def test_a_worker_survives_a_message_it_cannot_give_back(own_valkey: Services) -> None:
    alone = Celery("alone", broker=celery_broker(own_valkey.start_valkey()))
    alone.conf.broker_transport_options = app.conf.broker_transport_options
    connection = alone.connection_for_read()
    queue = Queue("lost-line", routing_key="lost-line")
    in_hand: list[object] = []
    Consumer(
        connection, [queue], callbacks=[lambda body, message: in_hand.append(message)]
    ).consume()
    Consumer(connection.channel(), [Queue("orders")]).consume()  # workers also hear orders
    connection.Producer().publish("hello", routing_key="lost-line", declare=[queue])
    with suppress(TimeoutError):
        while True:  # the message, not yet acknowledged; then waiting for another
            connection.drain_events(timeout=0.3)
    assert len(in_hand) == 1
    own_valkey.stop_valkey()

    with suppress(Exception):
        connection.collect()  # in this order, as Celery does when Redis is gone
    connection.close()

    assert not connection.connected
