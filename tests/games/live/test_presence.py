"""Who has the table before them is not mailed about it: said through the socket, or by polling."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync, sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client

from accounts.models import User
from games.live import consumers
from games.models import Match, Seat
from games.news import bell
from games.services import nudges
from notices import presence
from notices.models import Notice
from notices.people import friend_asked
from notices.services.sweep import sweep
from tests.games.helpers import open_table, running
from tests.games.live.test_match_page_socket import answered, dial, dial_as
from tests.notices.helpers import START, letters, until, wants, work

pytestmark = pytest.mark.django_db
SECONDS = 5
Words = dict[str, Any]


@pytest.fixture(autouse=True)
def _one_connection(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """See `test_match_page_socket`."""
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "EVERY", 0.05)


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice is to move."""
    return running(alice, bob, first_player="creator")


def here(user: User, match: Match) -> bool:
    return bool(presence.looking_at(user.pk, [f"match:{match.code}"]))


def talk(
    sockets: list[WebsocketCommunicator],
    act: Callable[[list[WebsocketCommunicator]], Awaitable[None]],
) -> None:
    """Connect them, let something happen, hang up."""

    async def run() -> None:
        for socket in sockets:
            assert (await socket.connect(timeout=SECONDS))[0]
            assert isinstance(await answered(socket), dict)
        await act(sockets)
        for socket in sockets:
            await socket.disconnect(timeout=SECONDS)

    async_to_sync(run)()


async def becomes(user: User, match: Match, expected: bool) -> None:
    for _ in range(100):
        if await sync_to_async(here)(user, match) == expected:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{user} is{' not' if expected else ''} here")


async def stays(user: User, match: Match, expected: bool) -> None:
    await asyncio.sleep(0.2)
    assert await sync_to_async(here)(user, match) == expected


# --- through the socket -------------------------------------------------------------------


def test_a_page_that_is_looked_at_says_so_until_it_is_hidden(match: Match, alice: User) -> None:
    async def act(sockets: list[WebsocketCommunicator]) -> None:
        await stays(alice, match, False)
        await sockets[0].send_json_to({"here": True})
        await becomes(alice, match, True)
        await sockets[0].send_json_to({"here": False})
        await becomes(alice, match, False)

    talk([dial(match.code, alice)], act)


def test_closing_the_socket_is_leaving(match: Match, alice: User) -> None:
    async def act(sockets: list[WebsocketCommunicator]) -> None:
        await sockets[0].send_json_to({"here": True})
        await becomes(alice, match, True)

    talk([dial(match.code, alice)], act)

    assert not here(alice, match)


def test_one_window_does_not_speak_for_another(match: Match, alice: User) -> None:
    async def act(sockets: list[WebsocketCommunicator]) -> None:
        for socket in sockets:
            await socket.send_json_to({"here": True})
            await becomes(alice, match, True)
            await asyncio.sleep(0.1)
        await sockets[0].send_json_to({"here": False})
        await stays(alice, match, True)
        await sockets[1].send_json_to({"here": False})
        await becomes(alice, match, False)

    talk([dial(match.code, alice), dial(match.code, alice)], act)


def test_the_last_word_counts_however_fast_it_follows(match: Match, alice: User) -> None:
    async def act(sockets: list[WebsocketCommunicator]) -> None:
        for _ in range(20):
            await sockets[0].send_json_to({"here": True})
            await sockets[0].send_json_to({"here": False})
        await asyncio.sleep(1.5 * consumers.EVERY)  # a slow machine notes the flood late
        await becomes(alice, match, False)
        await sockets[0].send_json_to({"here": False})
        await sockets[0].send_json_to({"here": True})
        await becomes(alice, match, True)

    talk([dial(match.code, alice)], act)


def test_a_flood_is_written_down_once_a_second(
    match: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "EVERY", 60.0)
    noted: list[str] = []
    monkeypatch.setattr(presence, "arrive", lambda *said: noted.append("here"))

    async def act(sockets: list[WebsocketCommunicator]) -> None:
        for _ in range(50):
            await sockets[0].send_json_to({"here": True})
        await asyncio.sleep(0.3)

    talk([dial(match.code, alice)], act)

    assert noted == ["here"]


@pytest.mark.parametrize("who", ["charlie", "nobody", "left"])
def test_only_who_sits_there_counts(match: Match, alice: User, charlie: User, who: str) -> None:
    if who == "left":
        Seat.objects.filter(match=match, user=alice).update(autopilot=True)
    user: Any = {"charlie": charlie, "nobody": AnonymousUser(), "left": alice}[who]

    async def act(sockets: list[WebsocketCommunicator]) -> None:
        await sockets[0].send_json_to({"here": True})
        await stays(alice, match, False)
        await stays(charlie, match, False)

    talk([dial(match.code, user)], act)


def test_who_has_logged_out_is_not_here(match: Match, alice: User, as_alice: Client) -> None:
    async def act(sockets: list[WebsocketCommunicator]) -> None:
        await sync_to_async(as_alice.logout)()
        await sockets[0].send_json_to({"here": True})
        await stays(alice, match, False)

    talk([dial_as(as_alice, f"/ws/match/{match.code}/")], act)


@pytest.mark.parametrize(
    "said",
    [{"here": 1}, {"here": "true"}, {"here": True, "more": 1}, {"there": True}, [True], None],
)
def test_other_words_mean_nothing(match: Match, alice: User, said: Any) -> None:
    async def act(sockets: list[WebsocketCommunicator]) -> None:
        await sockets[0].send_json_to(said)
        await stays(alice, match, False)
        assert await sockets[0].receive_nothing(0.05)

    talk([dial(match.code, alice)], act)


def test_a_window_that_falls_silent_is_forgotten(match: Match, alice: User) -> None:
    with time_machine.travel(START, tick=False) as clock:
        presence.arrive(alice.pk, f"match:{match.code}", "silent")
        clock.shift(timedelta(seconds=50))
        presence.arrive(alice.pk, f"match:{match.code}", "beating")
        clock.shift(timedelta(seconds=30))
        presence.leave(alice.pk, f"match:{match.code}", "beating")

        assert not here(alice, match)


# --- without a socket ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "counts"),
    [
        ({"HX-Request": "true", "X-Here": "1"}, True),
        ({"HX-Request": "true"}, False),  # a page with a socket, perhaps out of sight
        ({"X-Here": "1"}, False),
        ({}, False),  # whoever follows a link
    ],
    ids=str,
)
def test_polling_says_so_too(
    match: Match, alice: User, as_alice: Client, headers: dict[str, str], counts: bool
) -> None:
    assert as_alice.get(f"/t/{match.code}/presence/", headers=headers).status_code == 200
    assert here(alice, match) == counts


def test_strangers_may_poll_as_they_like(
    match: Match, charlie: User, as_charlie: Client, client: Client
) -> None:
    headers = {"HX-Request": "true", "X-Here": "1"}
    for visitor in (as_charlie, client):
        assert visitor.get(f"/t/{match.code}/presence/", headers=headers).status_code == 200
    assert not here(charlie, match)


def test_the_page_of_who_sits_there_alone_says_it_is_looked_at(
    match: Match, alice: User, as_alice: Client, as_charlie: Client, client: Client
) -> None:
    table = open_table(alice)
    for path in (match.get_absolute_url(), table.get_absolute_url()):
        assert " data-here>" in as_alice.get(path).text
        assert " data-here" not in as_charlie.get(path).text
        assert " data-here" not in client.get(path).text


# --- the mail -----------------------------------------------------------------------------


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def turn_mails() -> int:
    return len([m for m in letters("alice") if "turn" in m.subject])


def test_hiding_the_page_brings_the_mail_after_the_delay(
    clock: time_machine.Traveller, match: Match, alice: User
) -> None:
    wants(alice, timing="now")

    async def act(sockets: list[WebsocketCommunicator]) -> None:
        await sockets[0].send_json_to({"here": True})
        await becomes(alice, match, True)
        await sync_to_async(work)()
        assert turn_mails() == 0
        await sockets[0].send_json_to({"here": False})
        await becomes(alice, match, False)

    talk([dial(match.code, alice)], act)
    until(clock, START + timedelta(seconds=40), step=20)
    assert turn_mails() == 0

    until(clock, START + timedelta(minutes=2), step=20)

    assert turn_mails() == 1


# --- the bell of a match page -------------------------------------------------------------


def heard_while(
    socket: WebsocketCommunicator, act: Callable[[], object], count: int
) -> list[Words]:
    heard: list[Words] = []

    async def listen(sockets: list[WebsocketCommunicator]) -> None:
        await sync_to_async(act)()
        while len(heard) < count:
            heard.append(await sockets[0].receive_json_from(timeout=SECONDS))
        assert await sockets[0].receive_nothing(0.1)

    talk([socket], listen)
    return heard


def test_a_match_page_hears_of_another_match(match: Match, alice: User, bob: User) -> None:
    other = running(alice, bob)
    people = [alice.pk, bob.pk]

    def act() -> None:
        nudges.send(other.code, 3, people=people)
        nudges.send(match.code, 4, people=people)

    assert heard_while(dial(match.code, alice), act, 2) == [
        {"match": other.code, "ply": 3, "what": "elsewhere"},
        {"match": match.code, "ply": 4, "what": "table"},  # once, though said to both groups
    ]


def test_a_spectator_hears_of_their_own_matches_alone(
    match: Match, alice: User, bob: User, charlie: User
) -> None:
    foreign, own = running(alice, bob), running(charlie, bob)

    def act() -> None:
        nudges.send(foreign.code, 3, people=[alice.pk, bob.pk])
        nudges.send(own.code, 5, people=[charlie.pk, bob.pk])

    (heard,) = heard_while(dial(match.code, charlie), act, 1)
    assert heard == {"match": own.code, "ply": 5, "what": "elsewhere"}


def test_news_rings_the_bell_of_who_it_is_for(
    match: Match, alice: User, bob: User, charlie: User
) -> None:
    (heard,) = heard_while(dial(match.code, alice), lambda: bell.told([alice.pk]), 1)
    assert heard == {"match": "", "ply": 0, "what": "news"}
    assert heard_while(dial(match.code, alice), lambda: bell.told([bob.pk, charlie.pk]), 0) == []


def test_a_sweep_tells_whoever_has_news_but_turns(
    match: Match, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    sweep()
    told: list[list[int]] = []
    monkeypatch.setattr("games.news.bell.told", lambda users: told.append(users))

    def swept() -> list[list[int]]:
        told.clear()
        with django_capture_on_commit_callbacks(execute=True):
            sweep()
        return list(told)

    running(alice, bob)
    assert swept() == [[alice.pk]]  # bob sat down last and saw it start
    running(alice, bob)
    Notice.objects.filter(planned_at=None).exclude(kind="turn").delete()
    assert swept() == []  # the commit that called them has nudged already
    friend_asked(type("Asked", (), {"asked_id": bob.pk, "asker": alice, "asker_id": alice.pk})())
    assert swept() == [[bob.pk]]
    assert swept() == []


def test_an_alarm_rings_when_its_time_has_come(
    clock: time_machine.Traveller, match: Match, alice: User, monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:  # fmt: skip
    deadline = match.seats.get(user=alice).deadline
    assert deadline is not None
    work()
    told: list[list[int]] = []
    monkeypatch.setattr("games.news.bell.told", lambda users: told.append(users))

    clock.move_to(START + (deadline - START) * 0.51)
    with django_capture_on_commit_callbacks(execute=True):
        sweep()

    assert told == [[alice.pk]]
