"""Two worlds a reader cannot tell apart, and all that the site would serve them in both.

`differences` asks for everything there is of a match, then changes what the reader must not know
(the cards, the seed, others' secret moves, log entries, drafts and marks), asks again and names the
addresses that answered otherwise. Every visit is undone, so that both worlds start alike.
"""

from __future__ import annotations

import copy
import json
import random
import re
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from unittest import mock

import redis
import time_machine
from asgiref.sync import async_to_sync
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.module_loading import import_string

from accounts.models import User
from engine.core.game import BARRIER, HANDS_OVER
from games.links.proposals import proposals
from games.links.tokens import decision_link, turn_link
from games.live.routing import websocket_urlpatterns
from games.models import Match
from games.selectors.access import match_for
from games.selectors.positions import game_of, position
from games.selectors.scenes import standing
from notices import presence
from notices.models import Reader as Notifications
from notices.selectors import calendar_digest
from outbox.models import Effect
from tests.games.secrecy import told
from tests.games.secrecy.other_world import enter_twin

# Drawn anew for every answer, and about the request, not about the match.
# The link of the chain hides the seed, and so is another one in every world.
NOISE = re.compile(r'(name="csrfmiddlewaretoken" value="|reference |data-link>)[^"<]+')
PATIENCE = 20  # seconds until a socket that says nothing is a broken one
UNHEARD = ("X-Request-ID", "Set-Cookie")
# Moves of every step, most of them not possible where they are sent.
PROBES = (
    "bid:3", "bid:26", "offer:9", "accept:1", "haul:14", "rest", "pass", "brace:20", "claim",
    "flare:0", "keep:1", "dance:x",
)  # fmt: skip


@dataclass
class Reader:
    """Somebody at the table, or a spectator: `number` is None."""

    number: int | None
    user: User | None
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        if self.user is not None:
            self.client.force_login(self.user)


def readers(match: Match, stranger: User) -> list[Reader]:
    seats = match.seats.select_related("user").order_by("number")
    return [Reader(None, stranger), *(Reader(seat.number, seat.user) for seat in seats)]


@contextmanager
def quiet_site() -> Iterator[None]:
    """No limits, and a clock that stands still, so that no minute passes between two answers."""
    limits = dict.fromkeys(settings.RATE_LIMITS, "100000/h/all")
    still = time_machine.travel("2026-03-01T12:00:00Z", tick=False)
    with override_settings(RATE_LIMITS=limits), still:
        yield


@contextmanager
def undone() -> Iterator[None]:
    """Nothing that happens in here stays."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# --- a visit ------------------------------------------------------------------------------


class Moves(NamedTuple):
    """What a seat may do."""

    quiet: list[str]  # moves from which it learns nothing
    loud: list[str]  # those that reveal something: only ever put into a draft here
    whole: list[str]  # the quiet ones that end the turn


NOTHING = Moves([], [], [])


class Talker:
    """A reader's browser at one address; writes down every answer, word for word."""

    def __init__(self, match: Match, reader: Reader, can: Moves) -> None:
        self.match, self.reader = match, reader
        self.quiet, self.loud, self.whole = can
        self.heard: list[str] = []

    def get(self, name: str, *args: object, query: str = "", htmx: str = "") -> None:
        headers = {"HX-Request": "true", "HX-Target": htmx} if htmx else {}
        path = reverse(name, args=[self.match.code, *args]) + query
        self._note(lambda: self.reader.client.get(path, headers=headers))

    def post(
        self, name: str, *args: object, how: str = "", keep: bool = False, **data: object
    ) -> None:
        """`how` is json, htmx or nothing; what it did stays for the rest of the visit on `keep`."""
        headers = {"json": {"Accept": "application/json"}, "htmx": {"HX-Request": "true"}}
        path = reverse(name, args=[self.match.code, *args])
        with transaction.atomic():
            self._note(
                lambda: self.reader.client.post(path, data, headers=headers.get(how))  # type: ignore[arg-type]
            )
            transaction.set_rollback(not keep)

    def _note(self, ask: Callable[[], Any]) -> None:
        before = list(connection.run_on_commit)
        last = Effect.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        answer = ask()
        assert answer.status_code != 429, "the limits of the site are no part of this"
        shown = {key: value for key, value in answer.items() if key not in UNHEARD}
        jar = answer.cookies.get("messages")
        self.heard.append(f"{answer.status_code} {sorted(shown.items())} {jar and jar.value}")
        body = answer.content
        text = body.decode() if not body.startswith(b"\x89PNG") else body.hex()
        self.heard.append(NOISE.sub("", text))
        for _, callback, *_ in connection.run_on_commit[len(before) :]:
            # Nudges are published; wake-ups of workers are no answer to anybody.
            if not getattr(callback, "func", callback).__module__.startswith("outbox"):
                callback()
        connection.run_on_commit = before
        # A wake-up for somebody's plan says that there may be one, to nobody but the worker.
        effects = Effect.objects.filter(pk__gt=last).exclude(kind="standing-plan").order_by("pk")
        self.heard += [
            f"{kind} {payload}" for kind, payload in effects.values_list("kind", "payload")
        ]

    @property
    def at(self) -> str:
        user = self.reader.user
        if user is None or self.reader.number is None:
            return "1.1"
        return standing(match_for(self.match.code, user), user).at


Visit = Callable[[Talker], None]


def page(t: Talker) -> None:
    t.get("match")
    t.get("match", query="?part=table", htmx="table")


def looks(t: Talker) -> None:
    """The same page, asked for in other ways."""
    t.get("match", query="?board=text")
    t.get("match", query="?plan=1")


def move(t: Talker) -> None:
    fresh = t.at
    # Every second probe here, the others after the next ply.
    for probe in dict.fromkeys((*t.quiet[:1], *t.loud[:1], *PROBES[t.match.ply % 2 :: 2])):
        t.post("match_move", how="json", move=probe, at=fresh)
    t.post("match_move", how="htmx", move="haul:14", at=fresh)
    t.post("match_move", how="htmx", move=[*t.quiet[:1], "rest"], at=fresh)
    t.post("match_move", how="json", move=(t.quiet + t.loud + ["rest"])[0], at="0.0")
    t.post("match_move", move="haul:14", at=fresh)


def undo(t: Talker) -> None:
    """A draft, looked at and undone; also one that would reveal something."""
    t.post("match_undo", how="json", at="0.0")
    for one in dict.fromkeys((*t.quiet[:1], *t.quiet[-1:], *t.loud[:1])):
        t.post("match_move", how="htmx", keep=True, move=one, at=t.at)
        t.get("match", query="?board=text")
        t.post("match_undo", how="htmx", keep=True, at=t.at, everything="1")


def confirm(t: Talker) -> None:
    t.post("match_confirm", how="json", at=t.at)
    t.post("match_confirm", how="htmx", at="0.0")
    if t.whole:
        t.post("match_move", how="json", move=t.whole[0], at=t.at, confirm="1")
        t.post("match_move", how="json", keep=True, move=t.whole[0], at=t.at)
        t.post("match_confirm", how="htmx", keep=True, at=t.at)
        t.get("match")  # not the record: its chain hides the seed, and so is another one


def plan(t: Talker) -> None:
    t.post("match_plan", how="json", at=t.at, standing="1")
    t.post("match_plan", how="htmx", at="0.0", standing="1")


def why(t: Talker) -> None:
    for probe in (*t.quiet[:1], *t.loud[:1], *PROBES):
        t.get("match_why", query=f"?move={probe}")
    t.get("match_why", query="?seat=1")


def at(t: Talker) -> None:
    t.get("match_at", t.match.ply)
    t.get("match_at", t.match.ply // 2, htmx="replay")


def talk(t: Talker) -> None:
    t.get("match_talk")
    t.get("match_talk", htmx="talk")
    t.post("match_talk", text="Fair winds")  # not shown: the next message's id is no secret


def report(t: Talker) -> None:
    first = t.match.messages.order_by("pk").values_list("pk", flat=True).first() or 0
    t.post("message_report", first, reason="rude")


def notes(t: Talker) -> None:
    t.get("match_notes")
    t.post("match_notes", how="htmx", text="Remember the flare")


def leave(t: Talker) -> None:
    t.get("match_leave")
    t.post("match_leave", keep=True)
    t.get("match")
    t.get("match_record")


def take_back(t: Talker) -> None:
    t.get("match_take_back")
    t.post("match_take_back", how="htmx", answer="yes")
    t.post("match_take_back", keep=True)
    t.get("match_take_back")


def get(name: str, **asked: str) -> Visit:
    return lambda t: t.get(name, **asked)


def post(name: str, **data: str) -> Visit:
    return lambda t: t.post(name, **data)


VISITS: dict[str, Visit] = {
    "match": page,
    "match_move": move,
    "match_undo": undo,
    "match_confirm": confirm,
    "match_plan": plan,
    "match_why": why,
    "match_log": get("match_log"),
    "match_presence": get("match_presence"),
    "match_charter": get("match_charter"),
    "match_take": post("match_take"),
    "match_replay": get("match_replay", query="?ply=1"),
    "match_at": at,
    "match_result": get("match_result"),
    "match_notation": get("match_notation"),
    "match_record": get("match_record"),
    "match_picture": get("match_picture"),
    "match_feed": get("match_feed"),
    "match_rematch": post("match_rematch"),
    "match_talk": talk,
    "match_talk_mark": get("match_talk_mark"),
    "message_report": report,
    "match_notes": notes,
    "match_leave": leave,
    "match_take_back": take_back,
    "match_skip": post("match_skip"),
    "table_seats": get("table_seats"),
    "table_join": post("table_join"),
    "table_leave": post("table_leave"),
    "table_kick": post("table_kick", seat="1"),
    "table_bot": post("table_bot"),
    "table_invite": post("table_invite", who="dora@example.org"),
    "table_accept": post("table_accept"),
    "table_decline": post("table_decline"),
}


# --- beside the addresses of one match ----------------------------------------------------


def elsewhere(t: Talker) -> None:
    """Pages that list matches, and what one can take along."""
    for path in ("/", "/matches/?show=watch", "/play/", "/games/quay/", "/play/next/"):
        t._note(lambda path=path: t.reader.client.get(path))  # type: ignore[misc]


def links(t: Talker) -> None:
    """Pages behind the links of a mail to this reader, without a log-in, and what a turn says."""
    seat = t.match.seats.select_related("user").filter(number=t.reader.number).first()
    if seat is None or seat.user is None:
        return
    match = Match.objects.get(pk=t.match.pk)
    nobody = Client()
    found = proposals(match, seat.number)
    t.heard += [str(one) for one in found]
    paths = [decision_link(seat.user, seat, match)]
    paths += [turn_link(seat.user, seat, match, one.moves) for one in found[:3]]
    for path in paths:
        t.heard.append(path)
        t._note(lambda path=path: nobody.get(path))  # type: ignore[misc]
    if t.whole:
        # Not the pages after it: the next link of the chain is another one in every world.
        with transaction.atomic():
            t._note(lambda: nobody.post(paths[0], {"turn": t.whole[0]}))
            transaction.set_rollback(True)


def export(t: Talker) -> None:
    if t.reader.user is not None:
        for name, path in settings.DATA_EXPORT_SECTIONS:
            found = import_string(path)(t.reader.user)
            t.heard.append(f"{name} {json.dumps(found, default=str)}")


def calendar(t: Talker) -> None:
    """One's own deadlines, fetched as a calendar program does: by the secret address alone."""
    if t.reader.user is not None:
        Notifications.objects.update_or_create(
            user=t.reader.user, defaults={"calendar_digest": calendar_digest("the secret")}
        )
        t._note(lambda: Client().get(reverse("calendar_feed", args=["the secret"])))


def socket(t: Talker) -> None:
    """What a page that connects is told at once."""

    async def listen() -> object:
        line = WebsocketCommunicator(URLRouter(websocket_urlpatterns), f"/ws/match/{t.match.code}/")
        line.scope["user"] = t.reader.user or AnonymousUser()
        await line.connect(timeout=PATIENCE)
        told = await line.receive_json_from(timeout=PATIENCE)
        await line.disconnect(timeout=PATIENCE)
        return told

    # Channels tidies up connections; one in the middle of a test's transaction looks untidy.
    with mock.patch.object(connection, "close_if_unusable_or_obsolete"):
        t.heard.append(str(async_to_sync(listen)()))


BESIDE: dict[str, Visit] = {
    "looks": looks,
    "elsewhere": elsewhere,
    "links": links,
    "export": export,
    "calendar": calendar,
    "socket": socket,
    "turn_mail": told.turn_mail,
    "letters": told.letters,
    "pushes": told.pushes,
    "webhooks": told.webhooks,
    "bell": told.bell,
}
EVERYWHERE = (*VISITS, *BESIDE)
# What tells most about a position, for where there is no time for everything.
FIRST_LOOK = (
    "match", "match_at", "match_record", "match_picture", "match_feed", "calendar", "export",
)  # fmt: skip
TURN = ("match_move", "match_undo", "match_confirm")
# What comes to a player who isn't looking.
SENT = ("turn_mail", "letters", "pushes", "webhooks", "bell")


# --- the comparison -----------------------------------------------------------------------


Answers = dict[str, list[str]]


def served(match: Match, reader: Reader, names: Sequence[str], can: Moves) -> Answers:
    """Every answer, and every nudge that was sent meanwhile, by the name of the address."""
    found = {}
    # Who has which page open lasts for some seconds of a clock that doesn't stand still. Here it
    # lasts for one world, and none finds what another left.
    windows = mock.patch.object(presence, "cache", LocMemCache(str(uuid.uuid4()), {}))
    with windows:
        for name in names:
            found[name] = _visited(match, reader, name, can)
    return found


def _visited(match: Match, reader: Reader, name: str, can: Moves) -> list[str]:
    talker = Talker(match, reader, can)
    jar = copy.deepcopy(reader.client.cookies)

    def publish(_redis: object, channel: object, body: object) -> int:
        talker.heard.append(f"nudge {channel!r} {body!r}")
        return 0

    with mock.patch.object(redis.Redis, "publish", publish), undone():
        (VISITS | BESIDE)[name](talker)
    reader.client.cookies = jar
    return talker.heard


def differences(
    match: Match, reader: Reader, dice: random.Random, names: Sequence[str] = ()
) -> list[str]:
    """Addresses that answer this reader otherwise in another world."""
    names = names or EVERYWHERE
    can = possible(match, reader.number)
    here = served(match, reader, names, can)
    with undone():
        enter_twin(match, reader.number, dice)
        there = served(match, reader, names, can)
    return [name for name in names if here[name] != there[name]]


def possible(match: Match, number: int | None) -> Moves:
    found = Moves([], [], [])
    if number is not None:
        game, state = game_of(match), position(match)
        for one in game.moves(state, number):
            outcome = game.apply(game.clone(state), number, one).outcome
            (found.loud if outcome == BARRIER else found.quiet).append(str(one))
            if outcome == HANDS_OVER:
                found.whole.append(str(one))
    return found
