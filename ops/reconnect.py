"""Celery's consumer, made to outlive a Redis that dies while messages are in hand.

When the connection is lost, Celery takes it apart (`collect`) and then closes it. If messages were
not acknowledged yet, closing tries to put them back by way of what has just been taken apart, and
the worker ends with `AttributeError: 'NoneType' object has no attribute 'hostname'`. Nothing needs
to be put back: messages are wake-up calls, and the sweep repeats them.
"""

from __future__ import annotations

from celery.worker.consumer import Consumer as CelerysConsumer


class Consumer(CelerysConsumer):
    def on_connection_error_after_connected(self, exc: Exception) -> None:
        channel = getattr(self.connection, "_default_channel", None)
        if channel is not None:
            channel.do_restore = False
        super().on_connection_error_after_connected(exc)
