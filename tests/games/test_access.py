"""Who gets what at every address of the lobby, the table, its history and its company."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.demo import play
from games.models import Match
from games.services import company
from tests.games.helpers import finished, open_table, running

pytestmark = pytest.mark.django_db
OK, GO, NO, GONE = 200, 302, 403, 404  # GO: done and led on, or to the log-in

# path, method, then: nobody, seated, another player on a PUBLIC running match,
# and nobody, another player on a PRIVATE one.
RUNNING = [
    ("", "get", OK, OK, OK, GONE, GONE),
    ("seats/", "get", OK, OK, OK, GONE, GONE),
    ("at/", "get", GO, GO, GO, GONE, GONE),
    ("at/2/", "get", OK, OK, OK, GONE, GONE),
    ("record.txt", "get", OK, OK, OK, GONE, GONE),
    ("board.png", "get", OK, OK, OK, GONE, GONE),
    ("result/", "get", GO, GO, GO, GONE, GONE),
    ("talk/", "get", OK, OK, OK, GONE, GONE),
    ("talk/new/", "get", OK, OK, OK, GONE, GONE),
    ("presence/", "get", OK, OK, OK, GONE, GONE),
    ("talk/", "post", GO, GO, GO, GONE, GONE),
    ("talk/1/report/", "post", GO, GO, GO, GO, GONE),
    ("notes/", "get", GO, OK, OK, GO, GONE),
    ("notes/", "post", GO, GO, GO, GO, GONE),
    ("leave/", "get", GO, OK, GO, GO, GONE),
    ("take-back/", "get", OK, OK, OK, GONE, GONE),
    ("take-back/", "post", GO, GO, GO, GONE, GONE),
    ("skip/", "post", GO, GO, GO, GO, GONE),
    ("rematch/", "post", GO, GO, GO, GO, GONE),
    ("join/", "post", GO, GO, GO, GONE, GONE),
    ("get-up/", "post", GO, GO, GO, GO, GONE),
    ("kick/", "post", GO, GO, GO, GO, GONE),
    ("bot/", "post", GO, GO, GO, GO, GONE),
    ("invite/", "post", GO, GO, GO, GO, GONE),
    ("accept/", "post", GO, GO, GO, GO, GONE),
    ("decline/", "post", GO, GO, GO, GO, GONE),
]
# The same for open tables: nobody, opener, another player; private: nobody, another player.
OPEN = [
    ("", "get", OK, OK, OK, GONE, GONE),
    ("seats/", "get", OK, OK, OK, GONE, GONE),
    ("talk/", "get", OK, OK, OK, GONE, GONE),
    ("talk/", "post", GO, GO, NO, GONE, GONE),
    ("notes/", "get", GO, OK, OK, GO, GONE),
    ("join/", "post", GO, GO, GO, GONE, GONE),
    ("kick/", "post", GO, NO, NO, GO, GONE),
    ("bot/", "post", GO, GO, NO, GO, GONE),
    ("invite/", "post", GO, NO, NO, GO, GONE),
    ("accept/", "post", GO, NO, NO, GO, GONE),
    ("decline/", "post", GO, GO, GO, GO, GONE),
    ("get-up/", "post", GO, GO, GO, GO, GONE),
    ("at/0/", "get", GONE, GONE, GONE, GONE, GONE),
    ("record.txt", "get", GONE, GONE, GONE, GONE, GONE),
    ("result/", "get", GO, GO, GO, GONE, GONE),
]
DATA = {"text": "hello", "seat": "7", "who": "nobody"}


def ask(client: Client, match: Match, path: str, method: str) -> int:
    return getattr(client, method)(f"/t/{match.code}/{path}", DATA).status_code  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("path", "method", "nobody", "seated", "other", "none", "stranger"), RUNNING
)
def test_a_running_match(
    alice: User, bob: User, as_alice: Client, as_charlie: Client,
    path: str, method: str, nobody: int, seated: int, other: int, none: int, stranger: int,
) -> None:  # fmt: skip
    public = play(running(alice, bob), 4)
    private = play(running(alice, bob, visibility="link"), 4)
    found = (
        ask(Client(), public, path, method),
        ask(as_charlie, public, path, method),
        ask(as_alice, public, path, method),
    )
    assert found == (nobody, other, seated)
    assert ask(Client(), private, path, method) == none
    assert ask(as_charlie, private, path, method) == stranger


@pytest.mark.parametrize(("path", "method", "nobody", "opener", "other", "none", "stranger"), OPEN)
def test_an_open_table(
    alice: User, as_alice: Client, as_charlie: Client,
    path: str, method: str, nobody: int, opener: int, other: int, none: int, stranger: int,
) -> None:  # fmt: skip
    public = open_table(alice, size=4)
    private = open_table(alice, size=4, visibility="invited")
    found = (
        ask(Client(), public, path, method),
        ask(as_charlie, public, path, method),
        ask(as_alice, public, path, method),
    )
    assert found == (nobody, other, opener)
    assert ask(Client(), private, path, method) == none
    assert ask(as_charlie, private, path, method) == stranger


def test_a_finished_private_match_stays_private(
    alice: User, bob: User, as_alice: Client, as_charlie: Client, client: Client
) -> None:
    match = finished(alice, bob, visibility="link")
    for path in ("result/", "at/1/", "record.txt", "talk/", ""):
        assert as_alice.get(f"/t/{match.code}/{path}").status_code == 200
        assert as_charlie.get(f"/t/{match.code}/{path}").status_code == 404
        assert client.get(f"/t/{match.code}/{path}").status_code == 404


@pytest.mark.parametrize(
    "path",
    ["join/", "get-up/", "kick/", "bot/", "invite/", "accept/", "decline/", "skip/", "rematch/",
     "talk/1/report/"],
)  # fmt: skip
def test_nothing_is_done_on_get(alice: User, as_alice: Client, path: str) -> None:
    match = open_table(alice, size=3)
    assert as_alice.get(f"/t/{match.code}/{path}").status_code == 405


@pytest.mark.parametrize(
    "path", ["/play/now/", "/play/practise/", "/play/together/", "/play/guided/"]
)
def test_no_match_begins_on_get(as_alice: Client, path: str) -> None:
    assert as_alice.get(path).status_code == 405
    assert not Match.objects.exists()


@pytest.mark.parametrize("code", ["nothere2", "x", "a" * 40])
def test_what_does_not_exist_is_not_found(as_alice: Client, code: str) -> None:
    for path in ("", "talk/", "at/0/", "result/", "record.txt"):
        assert as_alice.get(f"/t/{code}/{path}").status_code == 404


def test_what_was_said_at_the_table_stays_there(alice: User, bob: User, as_charlie: Client) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="among us")
    assert "among us" not in as_charlie.get(f"/t/{match.code}/talk/").content.decode()
