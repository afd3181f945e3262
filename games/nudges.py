"""Telling open pages to look again. A nudge carries no content: pages fetch what they may see."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from outbox.models import Effect


def group(code: str) -> str:
    return f"match.{code}"


def send(effect: Effect) -> None:
    """Handler of the outbox."""
    layer = get_channel_layer()
    message = {"type": "match.changed", **effect.payload}
    async_to_sync(layer.group_send)(group(effect.payload["match"]), message)
