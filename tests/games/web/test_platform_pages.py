"""Whatever the platform does to a match, each of its pages is there afterwards and says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.demo.people import play
from games.models import Match
from games.selectors.positions import game_of, position
from games.services.play import bots, clocks, takeback
from games.services.sweep import sweep
from games.titles import platform
from tests.conftest import make_player
from tests.games.play_helpers import owing, start

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
Deed = Callable[[Match, pytest.MonkeyPatch], User]


def leave(match: Match, patch: pytest.MonkeyPatch) -> User:
    gone = owing(match).user
    assert gone is not None
    clocks.leave_running(code=match.code, user=gone)
    _computer(match)
    return gone


def time_out(match: Match, patch: pytest.MonkeyPatch) -> User:
    gone = owing(match).user
    assert gone is not None
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        sweep()
    _computer(match)
    return gone


def lapse(match: Match, patch: pytest.MonkeyPatch) -> User:
    asked = owing(match).user
    assert asked is not None
    game = game_of(match)
    step = game.steps[game.prompt(position(match))]
    patch.setattr(type(step), "lapse", lambda self, s, f, seat: self.moves(s, f, seat)[-1])
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert clocks.settle(code=match.code)
    return asked


def take_back(match: Match, patch: pytest.MonkeyPatch) -> User:
    people = [seat.user for seat in match.seats.select_related("user") if seat.user]
    asker = match.seats.get(number=match.plies.order_by("-number")[0].seat).user
    assert asker is not None
    takeback.ask(code=match.code, user=asker)
    for user in people:
        if user != asker:
            takeback.answer(code=match.code, user=user, agree=True)
    return asker


def change_rules(match: Match, patch: pytest.MonkeyPatch) -> User:
    game = type(game_of(match))
    patch.setattr(game, "version", game.version + 1)
    patch.setattr(game, "migrate", lambda self, raw, version: raw)
    play(match, 2)
    user = owing(match).user
    assert user is not None
    return user


def _computer(match: Match) -> None:
    match.refresh_from_db()
    for _ in range(4):
        bots.take_turn(code=match.code, ply=match.ply)
        match.refresh_from_db()


DEEDS: dict[str, tuple[Deed, str]] = {
    "left": (leave, "left the match and finishes last"),
    "timeout": (time_out, "ran out of time and finishes last"),
    "lapse": (lapse, "didn’t answer in time"),
    "takeback": (take_back, "takes back a turn"),
    "rebase": (change_rules, "continues from this position"),
}


def test_every_platform_entry_has_a_sentence() -> None:
    assert {f"!{kind}" for kind in DEEDS} == set(platform.TELLERS)


def look(client: Client, match: Match, told: str) -> None:
    """The pages where the log stands, and the text board."""
    base = match.get_absolute_url()
    for path in (base, f"{base}at/{match.ply}/"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert told in answer.content.decode(), path
    for path in (f"{base}?part=table", f"{base}?board=text&part=table"):
        assert client.get(path, headers=HTMX).status_code == 200


def look_everywhere(client: Client, match: Match) -> None:
    """Every ply, and whatever has an address: a page, a way to another one, or for POST alone."""
    from games.web.urls import urlpatterns  # here: its converters are registered by the site's urls

    base = match.get_absolute_url()
    for ply in range(match.ply + 1):
        headers = {**HTMX, "HX-Target": "replay"}
        assert client.get(f"{base}at/{ply}/", headers=headers).status_code == 200, ply
    for pattern in urlpatterns:
        route = str(pattern.pattern)
        if route.startswith("t/<slug:code>/") and route.count("<") == 1:
            answer = client.get("/" + route.replace("<slug:code>", match.code))
            assert answer.status_code in (200, 302, 405), route
    assert client.get(f"{base}record.txt").status_code == 200
    assert client.get(f"{base}board.png").content.startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", DEEDS)
def test_all_pages_are_there(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [make_player(name) for name in ("alice", "bob", "chloe")]
    match = play(start(*people, options={"rounds": 1}), 4)
    deed, told = DEEDS[kind]

    concerned = deed(match, monkeypatch)

    match.refresh_from_db()
    assert match.is_running
    clients = [Client(), Client(), Client()]  # the third is a spectator
    clients[0].force_login(concerned)
    clients[1].force_login(next(user for user in people if user != concerned))
    for client in clients:
        look(client, match, told)
    look_everywhere(clients[0], match)

    while match.is_running:  # until one person is left
        seat = match.seats.select_related("user").filter(autopilot=False)[0]
        assert seat.user is not None
        clocks.leave_running(code=match.code, user=seat.user)
        match.refresh_from_db()

    for client in clients:
        look(client, match, told)
        assert client.get(f"{match.get_absolute_url()}result/").status_code == 200
    look_everywhere(clients[2], match)


def test_a_line_about_the_table_bears_nobodys_flag(
    alice: User, bob: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play(start(alice, bob, options={"rounds": 1}), 3)
    change_rules(match, monkeypatch)

    page = as_alice.get(match.get_absolute_url()).content.decode()

    line = re.search(r"<li id=.e\d+.>(?:(?!</li>).)*continues from this position", page)
    assert line is not None
    assert "#f-" not in line.group()
