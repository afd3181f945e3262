"""Celery's line to Redis, made to bear being lost with a message in hand.

When Redis goes away a worker closes the line twice. The second time there is no connection left to
give unacknowledged messages back over, and the attempt ends the worker by an AttributeError instead
of letting it connect again. Messages are only wake-up calls here: what they were about is a row of
the outbox, and the sweep wakes it again.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import redis


class QoS(redis.QoS):
    def restore_unacked(self, client: Any = None) -> Any:
        if client is None and self.channel.connection.client is None:
            self._delivered.clear()
            return None
        return super().restore_unacked(client)


def install() -> None:
    redis.Channel.QoS = QoS
