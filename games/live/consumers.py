"""The nudge: sockets that say "look again" and nothing else. What changed is fetched over HTTP,
where there is one place that decides who may see what.

A socket outlives log-ins, seats and invitations, so who listens is asked anew before every word.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from importlib import import_module
from typing import Any

import structlog
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from accounts.models import User
from games.models import Match, Seat
from games.selectors.access import may_see
from games.selectors.listings import HEAVY
from games.selectors.turns import waiting_turns
from games.services import attendance
from games.services.nudges import DRAFT, ELSEWHERE, HOME, NEWS, match_group, player_group
from games.web.views.tools import TOKENS

CLOSED = 4404  # no such match, or not (any more) for this person
LOGGED_OUT = 4401  # somebody else than who opened the socket, or nobody
NOISE = 4400  # nothing a page of ours would send
LONGEST = 2_000  # characters anybody could mean to say
EVERY = 1.0  # seconds between two notes of one window

log = structlog.get_logger("games.sockets")


class Follower(AsyncJsonWebsocketConsumer):
    """Says hello once it listens, then passes nudges on for as long as its page may see them."""

    groups: tuple[str, ...] = ()
    who: int | None = None
    noisy = False

    async def connect(self) -> None:
        # Accepted first: a refused handshake would not tell the page why.
        await self.accept()
        # Listening comes before looking, so that nothing falls between the two.
        self.groups = await self.group_names()
        for group in self.groups:
            await self.channel_layer.group_add(group, self.channel_name)
        hello = await self.look(first=True)
        await (self.close(code=hello) if isinstance(hello, int) else self.send_json(hello))

    async def disconnect(self, code: int) -> None:
        for group in self.groups:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Pages have little to say here. Whoever sends what no page would is hung up on."""
        if self.noisy:
            return
        if text_data is not None and _is_json(text_data):
            await self.said(json.loads(text_data))
            return
        self.noisy = True  # one line, however much comes before the socket is closed
        kind, size = ("text", len(text_data)) if text_data else ("binary", len(bytes_data or b""))
        log.info("socket.noise", kind=kind, size=size)
        await self.close(code=NOISE)

    async def said(self, what: Any) -> None:
        """Something a page could mean. Most of them mean nothing."""

    async def look_again(self, message: dict[str, Any]) -> None:
        found = await self.look()
        if isinstance(found, int):
            await self.close(code=found)
            return
        said = ("match", "ply", "what", "at")
        await self.send_json({name: message[name] for name in said if name in message})

    async def look_mine(self, message: dict[str, Any]) -> None:
        """The same, said to the player and not to the table."""
        await self.look_again(message)

    @database_sync_to_async
    def group_names(self) -> tuple[str, ...]:
        user = self.user()
        self.who = user.pk if user else None
        return self.groups_of(user)

    @database_sync_to_async
    def look(self, first: bool = False) -> dict[str, Any] | int:
        """What to say in greeting, or the code to close with."""
        user = self.user()
        if (user.pk if user else None) != self.who:
            return LOGGED_OUT
        return self.greeting(user, first)

    def user(self) -> User | None:
        """Who the session belongs to now."""
        session = self.scope.get("session")
        if session is None:
            found = self.scope.get("user")
        else:
            request = HttpRequest()
            request.session = _session(session.session_key)
            found = get_user(request)
        return found if isinstance(found, User) else None

    def groups_of(self, user: User | None) -> tuple[str, ...]:
        raise NotImplementedError

    def greeting(self, user: User | None, first: bool) -> dict[str, Any] | int:
        raise NotImplementedError


class MatchConsumer(Follower):
    """`{"match": code, "ply": n, "what": …}` whenever something changes at one table.

    A player hears here, too, that another match waits: the page needs no second socket for its
    bell. `{"here": true}` says that they have the table in front of them, `false` that they don't.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.window = secrets.token_hex(6)
        self.wish = False  # what was last said
        self.moment = -EVERY
        self.writing: asyncio.Task[None] | None = None

    def groups_of(self, user: User | None) -> tuple[str, ...]:
        mine = (player_group(user.pk),) if user else ()
        return (match_group(self._code()), *mine)

    async def look_mine(self, message: dict[str, Any]) -> None:
        if message["what"] == DRAFT:
            if message["match"] == self._code():
                await self.look_again(message)
        elif message["what"] in (HOME, NEWS):
            await self.look_again(message)
        elif message["match"] != self._code():  # of this one the table has heard
            await self.look_again({**message, "what": ELSEWHERE})

    async def disconnect(self, code: int) -> None:
        if self.writing is not None:
            self.writing.cancel()
            await self.note(False)
        await super().disconnect(code)

    async def said(self, what: Any) -> None:
        if self.who is None or not isinstance(what, dict) or what.keys() != {"here"}:
            return
        if not isinstance(what["here"], bool):
            return
        self.wish = what["here"]
        # Once a second at most, however much is said; the last word counts.
        if self.writing is None or self.writing.done():
            self.writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        noted: bool | None = None
        while noted is not self.wish:  # something else may be said while it's written down
            await asyncio.sleep(max(0.0, self.moment + EVERY - time.monotonic()))
            self.moment, noted = time.monotonic(), self.wish
            await self.note(noted)

    @database_sync_to_async
    def note(self, here: bool) -> None:
        """Write down whether this window shows the table to somebody who sits there."""
        assert self.who is not None
        if not here:
            attendance.leave(self._code(), self.who, self.window)
            return
        user = self.user()
        if user is None or user.pk != self.who:
            return
        seats = Seat.objects.filter(match__code=self._code(), user=user, autopilot=False)
        if seats.exists():
            attendance.arrive(self._code(), user.pk, self.window)

    def greeting(self, user: User | None, first: bool) -> dict[str, Any] | int:
        try:
            match = Match.objects.defer(*HEAVY).get(code=self._code())
        except Match.DoesNotExist:
            return CLOSED
        if not may_see(match, user, token=self._token()):
            return CLOSED
        return {"match": match.code, "ply": match.ply, "what": "hello"}

    def _code(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["code"])

    def _token(self) -> str:
        """The invitation by mail this browser came with, as for the page itself."""
        session = self.scope.get("session")
        return str(session.get(TOKENS, {}).get(self._code(), "")) if session is not None else ""


class PlayerConsumer(Follower):
    """The same words about all of one's own tables, for the page that lists them."""

    async def look_mine(self, message: dict[str, Any]) -> None:
        if message["what"] != DRAFT:  # a list shows no drafts
            await self.look_again(message)

    def groups_of(self, user: User | None) -> tuple[str, ...]:
        return (player_group(user.pk),) if user else ()

    def greeting(self, user: User | None, first: bool) -> dict[str, Any] | int:
        if user is None:
            return LOGGED_OUT
        # The page compares it with what it shows: a turn may have come before we listened.
        return {"what": "hello", "owed": waiting_turns(user) if first else 0}


def _is_json(text: str) -> bool:
    if len(text) > LONGEST:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _session(key: str | None) -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore(key)
