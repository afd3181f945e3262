"""The nudge: a socket that says "look again" and nothing else. What changed is fetched over HTTP,
where there is one place that decides who may see what."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from games.errors import NotAllowed
from games.models import Match
from games.nudges import group
from games.selectors import match_for

CLOSED = 4404  # no such match, or not for this person


class MatchConsumer(AsyncJsonWebsocketConsumer):
    """`{"match": code, "ply": n}` whenever the table moves on."""

    group: str = ""

    async def connect(self) -> None:
        code = self.scope["url_route"]["kwargs"]["code"]
        ply = await self._ply(code)
        await self.accept()
        if ply is None:
            await self.close(code=CLOSED)
            return
        self.group = group(code)
        await self.channel_layer.group_add(self.group, self.channel_name)
        # What happened between the page and this connection is told at once.
        await self.send_json({"match": code, "ply": ply})

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Pages have nothing to say here."""

    async def match_changed(self, message: dict[str, Any]) -> None:
        await self.send_json({"match": message["match"], "ply": message["ply"]})

    @database_sync_to_async
    def _ply(self, code: str) -> int | None:
        try:
            return match_for(code, self.scope.get("user")).ply
        except (Match.DoesNotExist, NotAllowed):
            return None
