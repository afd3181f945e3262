"""A worker outlives Redis, also when it dies with messages in hand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from kombu.connection import Connection
from kombu.entity import Queue
from kombu.message import Message
from kombu.messaging import Consumer
from kombu.utils.imports import symbol_by_name

from nauticus_site.celery import app
from nauticus_site.env import celery_broker
from tools.services import Services

pytestmark = pytest.mark.filterwarnings("ignore::celery.exceptions.CPendingDeprecationWarning")


class Worker:
    """The consumer of a worker with one message in hand, waiting for the next."""

    def __init__(self) -> None:
        self.redis = Services()
        connection = Connection(celery_broker(self.redis.start_valkey()))
        queue = Queue("lane", channel=connection.default_channel)
        with connection.Producer() as producer:
            producer.publish("wake up", routing_key="lane", declare=[queue])
        self.in_hand: list[Message] = []
        Consumer(connection, [queue], on_message=self.in_hand.append).consume()
        Consumer(connection.channel(), [Queue("orders to workers")]).consume()
        connection.drain_events(timeout=5)
        with pytest.raises(TimeoutError):
            connection.drain_events(timeout=0.1)
        self.soon: list[Callable[[], None]] = []
        kind = symbol_by_name(app.conf.worker_consumer)
        self.consumer: Any = kind.__new__(kind)
        self.consumer.__dict__.update(
            app=app,
            connection=connection,
            qos_global=False,
            pool=SimpleNamespace(num_processes=1),
            prefetch_multiplier=1,
            hub=SimpleNamespace(call_soon=self.soon.append),
        )

    def begin_with_the_message(self) -> None:
        (message,) = self.in_hand
        errors = self.consumer.connection.connection_errors
        self.consumer.call_soon_ack(message.ack_log_error, logging.getLogger("worker"), errors)

    def lose_redis(self) -> None:
        self.redis.stop()
        self.consumer.on_connection_error_after_connected(ConnectionError("Redis is gone"))


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.redis.stop()


def test_a_lost_connection_with_a_message_in_hand_does_not_end_the_worker(worker: Worker) -> None:
    worker.lose_redis()

    assert worker.consumer.connection is None


def test_a_message_begun_when_its_connection_is_lost_does_not_end_the_worker(
    worker: Worker,
) -> None:
    worker.begin_with_the_message()
    worker.lose_redis()

    for call in worker.soon:
        call()

    assert len(worker.soon) == 1


def test_a_message_is_acknowledged_while_redis_is_there(worker: Worker) -> None:
    worker.begin_with_the_message()

    for call in worker.soon:
        call()

    assert worker.in_hand[0].acknowledged
