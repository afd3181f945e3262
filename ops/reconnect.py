"""Celery's consumer, made to outlive a Redis that dies while messages are in hand.

Twice a worker would end with an `AttributeError` on something that is `None` already. When the
connection is lost, Celery takes it apart (`collect`) and then closes it; with a message that was
not acknowledged yet, closing tries to put it back by way of what has just been taken apart. And a
thread that begins with a message after that wants to acknowledge it where it came from. Both can be
left out: messages are wake-up calls, and the sweep repeats them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from celery.worker.consumer import Consumer as CelerysConsumer


class Consumer(CelerysConsumer):
    def on_connection_error_after_connected(self, exc: Exception) -> None:
        channel = getattr(self.connection, "_default_channel", None)
        if channel is not None:
            channel.do_restore = False
        super().on_connection_error_after_connected(exc)

    def call_soon_ack(self, p: Callable[..., None], *args: Any, **kwargs: Any) -> Any:
        return super().call_soon_ack(partial(_if_connected, p), *args, **kwargs)


def _if_connected(answer: Callable[..., None], *args: Any, **kwargs: Any) -> None:
    """Answer a message, a method of which this is, unless its connection is gone."""
    message: Any = getattr(answer, "__self__", None)
    if getattr(message.channel.connection, "client", None) is not None:
        answer(*args, **kwargs)
